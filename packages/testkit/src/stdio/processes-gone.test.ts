import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { isRunning, processesGone } from './processes-gone.ts'

test('a zombie is gone, and its parent is not', async () => {
  // The shell becomes a program that never waits for the child that the shell had.
  const parent = spawn('/bin/sh', ['-c', 'true & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const child = Number(line.toString('utf8'))
  expect(await processesGone([child])).toEqual([])
  expect(isRunning(parent.pid ?? 0)).toBe(true)
  expect(await processesGone([parent.pid ?? 0], 0)).toEqual([parent.pid])
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  expect(isRunning(parent.pid ?? 0)).toBe(false)
})
