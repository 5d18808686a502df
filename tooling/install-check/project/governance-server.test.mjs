import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createTierPolicy, PROBE_RULES } from '@b10x/governance-server'

const bin = fileURLToPath(new URL('./bin.js', import.meta.resolve('@b10x/governance-server')))
const run = (...args) => execFileSync(process.execPath, [bin, ...args], { encoding: 'utf8' })

test('a policy of tiers decides', () => {
  const policy = createTierPolicy({ tiers: { read: 0, push: 3 }, policyVersion: '1' })
  assert.deepEqual(['read', 'push', 'unknown'].map((tool) => policy.decide({ tool, source: 's', arguments: {} }).decision), ['allow', 'approval', 'deny'])
})

test('the command explains its rules, begins documents and finds their blanks', () => {
  assert.match(run('--version'), /^@b10x\/governance-server \d/)
  assert.equal(JSON.parse(run('explain', PROBE_RULES[0].id, '--json')).id, PROBE_RULES[0].id)
  const folder = mkdtempSync(join(tmpdir(), 'b10x-installed-'))
  try {
    assert.match(run('init', '--root', folder), /docs\/mcp\/tool-registry\.md/)
    assert.equal(spawnSync(process.execPath, [bin, 'check', '--root', folder]).status, 1)
    run('skill', 'install', '--to', join(folder, 'skills'))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
