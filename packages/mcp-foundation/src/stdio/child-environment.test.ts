import { expect, test } from 'vitest'
import { childEnvironment } from './child-environment.ts'

const HOST = {
  HOME: '/home/a',
  PATH: '/bin',
  SHELL: '() { :; }; echo',
  AWS_SECRET_ACCESS_KEY: 's',
  NODE_OPTIONS: '--require x',
  LD_PRELOAD: 'x.so',
  'BASH_FUNC_x%%': '() { :; }',
  REGION: 'eu'
}

test('only the base list passes, and no shell function', () => {
  expect(childEnvironment(HOST, {})).toEqual({ HOME: '/home/a', PATH: '/bin' })
})

test('named variables of the host pass; missing ones are left out', () => {
  expect(childEnvironment(HOST, { inheritEnv: ['REGION', 'ABSENT', 'toString'] })).toEqual({
    HOME: '/home/a',
    PATH: '/bin',
    REGION: 'eu'
  })
})

test('values of the caller win', () => {
  const environment = childEnvironment(HOST, { inheritEnv: ['REGION'], env: { REGION: 'us', PATH: '/opt' } })
  expect(environment).toEqual({ HOME: '/home/a', PATH: '/opt', REGION: 'us' })
})
