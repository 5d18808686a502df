import { expect, test } from 'vitest'
import { findUnpinnedPackage } from './unpinned-package.ts'

test.each([
  ['npx -y @scope/server', '@scope/server'],
  ['npx server', 'server'],
  ['/usr/bin/npx --yes server@latest --port 1', 'server@latest'],
  ['npx server@1', 'server@1'],
  ['npx @scope/server@^1.2.3', '@scope/server@^1.2.3'],
  ['npx -p one@1.0.0 -p two three', 'two'],
  ['npx --package=one three@1.0.0', 'one'],
  ['npx --registry https://example.test server', 'server'],
  ['npx --registry=https://example.test -- server', 'server'],
  ['npx github:owner/name', 'github:owner/name'],
  ['npx owner/name', 'owner/name'],
  ['npx git+https://example.test/x.git#main', 'git+https://example.test/x.git#main'],
  ['npx https://example.test/x.tgz', 'https://example.test/x.tgz'],
  ['npm exec -y server', 'server'],
  ['npm x -- server', 'server'],
  ['pnpm --silent dlx server', 'server'],
  ['pnpx server', 'server'],
  ['yarn dlx server', 'server'],
  ['bunx server', 'server'],
  ['bun x server', 'server']
])('%s', (command, spec) => {
  expect(findUnpinnedPackage(command.split(' '))).toBe(spec)
})

test.each([
  'npx -y server@1.2.3',
  'npx -y @scope/server@1.2.3-beta.1+build.5',
  'npx -p one@1.0.0 one --flag other',
  'npx -c x -p one@1.0.0',
  'npx ./server.js',
  'npx /opt/server',
  'npx file:server.tgz',
  `npx github:owner/name#${'a'.repeat(40)}`,
  'npm run server',
  'pnpm start',
  'node server.mjs',
  'npx',
  'npx -y',
  'toString server',
  ''
])('%s names none', (command) => {
  expect(findUnpinnedPackage(command.split(' '))).toBeNull()
})
