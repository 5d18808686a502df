import { readFile, realpath, stat } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import type { ArtifactFile } from './artifact-file.ts'
import { compileSource, importsOf } from './compile-source.ts'
import type { Project } from './read-project.ts'
import { refuseProject } from './refuse-project.ts'

const MODULE = /\.[cm]?[jt]s$/
const TYPESCRIPT = /\.([cm]?)ts$/

/** How a file is called when it is compiled. */
export const compiledName = (file: string): string => file.replace(TYPESCRIPT, '.$1js')

/**
 * The modules that a project's entry reaches through its imports, compiled where they are TypeScript. A file that nothing
 * imports is not among them: what lies about in a project (a `.env`, a key) does not get into an artifact by itself.
 * @returns the files, named as in the project
 * @throws GovernedError `config_invalid`
 */
export async function traceSources(project: Project): Promise<readonly ArtifactFile[]> {
  const files = new Map<string, ArtifactFile>()
  const waiting = [project.entry]
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    if (files.has(file)) continue
    const text = MODULE.test(file) ? await readModule(project, file) : null
    files.set(file, { path: compiledName(file), content: text !== null && TYPESCRIPT.test(file) ? { text } : { copyOf: path.join(project.folder, file) } })
    for (const specifier of text === null ? [] : importsOf(text)) {
      const found = await followImport(project, file, specifier)
      if (found !== null) waiting.push(found)
    }
  }
  return [...files.values()]
}

async function readModule({ folder, manifest }: Project, file: string): Promise<string> {
  const text = await readFile(path.join(folder, file), 'utf8')
  if (!TYPESCRIPT.test(file)) return text
  // What is compiled is a module of ECMAScript, and only the package or the ending can say so to Node.
  if (file.endsWith('.cts') || (file.endsWith('.ts') && manifest.type !== 'module')) refuseProject('package.json', '/type', 'not_module', { source: file })
  return compileSource(text, file)
}

/** The file of the project behind a specifier, or null for what a package or Node itself offers. */
async function followImport(project: Project, from: string, specifier: string): Promise<string | null> {
  if (specifier.startsWith('./') || specifier.startsWith('../')) return findSource(project, from, specifier)
  if (isBuiltin(specifier) || specifier.startsWith('data:')) return null
  if (/^(#|\/|[a-z]+:)/i.test(specifier)) return refuseProject(from, '', 'import_unsupported', { import: specifier })
  const [first = '', second = ''] = specifier.split('/')
  const name = first.startsWith('@') ? `${first}/${second}` : first
  const { dependencies, optionalDependencies } = project.manifest
  if (dependencies?.[name] === undefined && optionalDependencies?.[name] === undefined) refuseProject(from, '', 'import_undeclared', { import: specifier })
  return null
}

async function findSource({ folder }: Project, from: string, specifier: string): Promise<string> {
  const asked = path.posix.join(path.posix.dirname(from), specifier.replace(/[?#].*$/, ''))
  const source = asked.replace(/\.([cm]?)js$/, '.$1ts')
  for (const file of [asked, source]) {
    const absolute = path.join(folder, file)
    if (!(await stat(absolute).then((found) => found.isFile(), () => false))) continue
    if (file.startsWith('../') || !(await realpath(absolute)).startsWith(folder + path.sep)) refuseProject(from, '', 'import_outside', { import: specifier })
    return file
  }
  return refuseProject(from, '', 'import_missing', { import: specifier })
}
