import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { GovernedError } from '@b10x/ports/errors'
import type { CommandIo } from '../cli/command-io.ts'
import type { Invocation } from '../cli/invocation.ts'

const SKILL = fileURLToPath(new URL('../../skills/harness-mcp/SKILL.md', import.meta.url))
/** Where agents look for skills. */
const PLACES = ['.agents/skills', '.claude/skills'] as const

/**
 * `skill install`: the skill into the folders where agents look. A file that somebody changed is not written over without
 * --force, and then none is. Exit status 0.
 * @throws GovernedError `usage_invalid`
 */
export async function installSkill(asked: Invocation & { readonly verb: 'skill-install' }, io: CommandIo): Promise<number> {
  const text = readFileSync(SKILL, 'utf8')
  const targets = (asked.to.length > 0 ? asked.to : PLACES).map((place) => path.join(place, 'harness-mcp', 'SKILL.md'))
  const changed = targets.filter((target) => isOther(path.resolve(io.cwd, target), text))
  if (changed.length > 0 && !asked.force) throw new GovernedError('usage_invalid', { hint: 'a skill of that name is there and is another one; --force writes over it' })
  for (const target of targets) {
    const file = path.resolve(io.cwd, target)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
    io.out(`${target}\n`)
  }
  return 0
}

function isOther(file: string, text: string): boolean {
  try {
    return readFileSync(file, 'utf8') !== text
  } catch {
    return false
  }
}
