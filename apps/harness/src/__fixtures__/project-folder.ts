import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compileSource } from '../build/compile-source.ts'
import { runCaptured } from './captured-io.ts'
import type { Captured } from './captured-io.ts'

/** A folder with a project in it, and with whatever the project's packages need. */
export interface ProjectFolder extends AsyncDisposable {
  readonly folder: string
  /** Writes a file below the project: text as it stands, anything else as JSON. */
  write(file: string, content: unknown): Promise<void>
  /** Builds the project into a folder beside it. */
  build(output?: string): Promise<Captured>
}

const PACKAGES = path.join(import.meta.dirname, '../../../../packages')
const SERVED = ['ports', 'mcp-foundation', 'tool-server', 'harness-server']

/** A project of its own: `project`, and `packages` with the served packages as a build of them would leave them. */
export async function projectFolder(files: Readonly<Record<string, unknown>>): Promise<ProjectFolder> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'b10x-project-')))
  const write = async (file: string, content: unknown): Promise<void> => {
    const target = path.join(folder, 'project', file)
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(target, typeof content === 'string' ? content : JSON.stringify(content))
  }
  for (const [file, content] of Object.entries(files)) await write(file, content)
  return {
    folder,
    write,
    build: (output = 'artifact') => runCaptured(['build', 'project', '-o', output, '--json'], { cwd: folder }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true })
  }
}

/** Links the real packages into the project, compiled but not checked, in a workspace of its own. */
export async function addServedPackages({ folder }: ProjectFolder): Promise<void> {
  for (const name of SERVED) {
    const target = path.join(folder, 'packages', name)
    await mkdir(path.join(target, 'node_modules/@b10x'), { recursive: true })
    await cp(path.join(PACKAGES, name, 'package.json'), path.join(target, 'package.json'))
    await compileFolder(path.join(PACKAGES, name, 'src'), path.join(target, 'dist'))
    await writeFile(path.join(target, 'dist/.tsbuildinfo'), 'of no use')
    for (const peer of SERVED) await symlink(`../../../${peer}`, path.join(target, 'node_modules/@b10x', peer))
    for (const dependency of Object.keys((JSON.parse(await readFile(path.join(target, 'package.json'), 'utf8')) as { dependencies?: object }).dependencies ?? {})) {
      await symlink(await realpath(path.join(PACKAGES, name, 'node_modules', dependency)), path.join(target, 'node_modules', dependency))
    }
  }
  await mkdir(path.join(folder, 'project/node_modules/@b10x'), { recursive: true })
  await symlink('../../../packages/harness-server', path.join(folder, 'project/node_modules/@b10x/harness-server'))
}

async function compileFolder(source: string, target: string): Promise<void> {
  for (const entry of await readdir(source, { withFileTypes: true, recursive: true })) {
    const file = path.join(path.relative(source, entry.parentPath), entry.name)
    if (!entry.isFile() || !file.endsWith('.ts') || file.endsWith('.test.ts') || file.includes('__')) continue
    const compiled = path.join(target, file.replace(/\.ts$/, '.js'))
    await mkdir(path.dirname(compiled), { recursive: true })
    await writeFile(compiled, compileSource(await readFile(path.join(source, file), 'utf8'), file))
  }
}

/** A server package that only has to be found, for builds that nobody starts. */
export const STAND_IN: Readonly<Record<string, unknown>> = {
  'node_modules/@b10x/harness-server/package.json': { name: '@b10x/harness-server', version: '0.0.1', type: 'module', exports: './index.js' },
  'node_modules/@b10x/harness-server/index.js': 'export const startHarness = null\n'
}
