import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** One command of the demo, and what must come of it. */
export interface DemoStep {
  readonly name: 'review' | 'verify' | 'rug_pull' | 'refusal'
  /** One sentence before it. */
  readonly telling: string
  /** The command line, without the program's own name. */
  readonly words: readonly string[]
  /** The exit status that the story needs. */
  readonly expected: number
  /** What happens before it. */
  readonly before?: (folder: string) => Promise<void>
  /** True when the output tells what the story says. */
  readonly holds: (text: string, folder: string) => Promise<boolean>
}

const TARGET = ['--config', '.mcp.json'] as const
const RELEASE_FILE = 'release'

/** A review, a check, an update behind the same command, and the refusal of it. */
export const DEMO_STORY: readonly DemoStep[] = [
  {
    name: 'review',
    telling: 'A reviewer freezes what the server lists today, word for word.',
    words: ['snapshot', '-o', 'tools.json', ...TARGET],
    expected: 0,
    holds: async (text, folder) => text.includes(await reviewedDigest(folder))
  },
  {
    name: 'verify',
    telling: 'CI, or a program at its start, compares: nothing changed.',
    words: ['verify', 'tools.json', ...TARGET],
    expected: 0,
    holds: async (text, folder) => text.includes(await reviewedDigest(folder))
  },
  {
    name: 'rug_pull',
    telling: 'The server is updated. Same command, same version; who merely lists takes it.',
    words: ['list', ...TARGET],
    expected: 0,
    before: (folder) => serveRelease('2', folder),
    holds: async (text, folder) => text.includes('read_note') && !text.includes(await reviewedDigest(folder))
  },
  {
    name: 'refusal',
    telling: 'Who verifies refuses it, and sees tool and place.',
    words: ['verify', 'tools.json', ...TARGET],
    expected: 1,
    holds: async (text) => ['read_note', '/description', 'snapshot_mismatch'].every((word) => text.includes(word))
  }
]

/** Writes the configuration of the demo's server into an empty folder. */
export async function setUpDemo(folder: string): Promise<void> {
  // From source and built alike: Node 24 runs the .ts file, it has no imports of ours.
  const file = import.meta.url.endsWith('.ts') ? './run-demo-server.ts' : './run-demo-server.js'
  const args = [fileURLToPath(new URL(file, import.meta.url)), path.join(folder, RELEASE_FILE)]
  await serveRelease('1', folder)
  await writeFile(path.join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { notes: { command: process.execPath, args } } }))
}

async function serveRelease(release: string, folder: string): Promise<void> {
  await writeFile(path.join(folder, RELEASE_FILE), release)
}

async function reviewedDigest(folder: string): Promise<string> {
  const { digest } = JSON.parse(await readFile(path.join(folder, 'tools.json'), 'utf8')) as { readonly digest: string }
  return digest
}
