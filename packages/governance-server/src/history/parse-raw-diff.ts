import type { ChangedFile } from '@b10x/governance-rules'

const SUBMODULE = '160000'

/** Reads `git diff --raw -z` (git-diff, raw output format), of one parent and of several. */
export function parseRawDiff(text: string): readonly ChangedFile[] {
  const parts = text.split('\0')
  const files: ChangedFile[] = []
  for (let at = 0; at < parts.length; at += 1) {
    const head = /^(:+)(\d[^]*)$/.exec(parts[at] ?? '')
    if (head === null) continue
    const parents = head[1]?.length ?? 1
    const fields = (head[2] ?? '').split(' ')
    const status = fields.at(-1) ?? ''
    const modes = fields.slice(0, parents + 1)
    const isMove = parents === 1 && /^[RC]/.test(status)
    const first = parts[(at += 1)] ?? ''
    const path = isMove ? (parts[(at += 1)] ?? '') : first
    files.push({ path, ...(isMove && status.startsWith('R') ? { previousPath: first } : {}), kind: kindOf(status, modes) })
  }
  return files
}

function kindOf(status: string, modes: readonly string[]): ChangedFile['kind'] {
  if (modes.includes(SUBMODULE)) return 'submodule'
  if (/^D+$/.test(status)) return 'deleted'
  if (/^[AC]+\d*$/.test(status)) return 'added'
  return status.startsWith('R') && modes.length === 2 ? 'renamed' : 'modified'
}
