import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { findProcesses, listProcesses, parseProcStat, parsePs } from './process-table.ts'

const TAIL = '0 -1 4194560 100 0 0 0 1 2 0 0 20 0 1 0 98765 1000 10 18446744073709551615'

test('a program name with spaces and parentheses does not move the fields', () => {
  expect(parseProcStat(`42 (a) S 1 (b\n) R 7 40 39 ${TAIL}\n`)).toEqual({
    pid: 42,
    parent: 7,
    group: 40,
    session: 39,
    started: '98765',
    zombie: false
  })
})

test.each(['Z', 'X'])('state %s is a zombie', (state) => {
  expect(parseProcStat(`42 (x) ${state} 7 40 39 ${TAIL}`)?.zombie).toBe(true)
})

test.each(['', '42', '42 (x', '42 (x) S 1'])('%j is no process', (text) => {
  expect(parseProcStat(text)).toBe(null)
})

test('this process and its child are listed as what they are', async () => {
  const child = spawn('/bin/cat', { detached: true })
  try {
    const entry = listProcesses()?.find(({ pid }) => pid === child.pid)
    expect(entry).toMatchObject({ parent: process.pid, group: child.pid, session: child.pid, zombie: false })
    expect(findProcesses([child.pid ?? 0, 2 ** 30])).toEqual([entry])
  } finally {
    child.stdin.end()
    await once(child, 'exit')
  }
  expect(findProcesses([child.pid ?? 0])).toEqual([])
})

test('ps output of Linux', () => {
  const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,sess=,stat=,lstart='], { encoding: 'latin1' })
  const mine = parsePs(text).find(({ pid }) => pid === process.pid)
  const same = findProcesses([process.pid])?.[0]
  expect(mine).toEqual({ ...same, started: expect.stringMatching(/^\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}$/) })
})

test('ps output of macOS: sessions are not numbers there', () => {
  const text = '    1     0     1 0      Ss   Mon Nov 30 10:00:00 2026    \n  501   400   501 c0ffee Z+   Mon Nov 30 10:00:01 2026\nrubbish\n'
  expect(parsePs(text)).toEqual([
    { pid: 1, parent: 0, group: 1, session: 0, started: 'Mon Nov 30 10:00:00 2026', zombie: false },
    { pid: 501, parent: 400, group: 501, session: 0, started: 'Mon Nov 30 10:00:01 2026', zombie: true }
  ])
})
