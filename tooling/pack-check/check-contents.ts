import type { PackedPackage } from '../pack/pack-packages.ts'

/** What belongs in a package besides the folders that its manifest names. */
const BESIDE_FOLDERS = ['package.json', 'LICENSE', 'README.md', 'CHANGELOG.md']

/** Faults of what a consumer would get, each a sentence about the package. */
export function checkContents({ manifest, files, sources }: Omit<PackedPackage, 'name' | 'tarball'>): string[] {
  const folders = (manifest.files ?? []).filter((path) => !path.startsWith('!'))
  const strangers = files.filter((path) => !folders.includes(path.split('/')[0] ?? '') && !BESIDE_FOLDERS.includes(path))
  const tests = files.filter((path) => /\.(test|interop|services)\.|__fixtures__|\.tsbuildinfo$/.test(path))
  const stale = files.filter((path) => path.endsWith('.js') && !sources.includes(path.replace('dist/', 'src/').replace(/js$/, 'ts')))
  const missing = [...listTargets(manifest), 'LICENSE', 'README.md'].filter((path) => !files.includes(path))
  const text = JSON.stringify({ ...manifest, scripts: undefined })
  const leaks = ['@b10x/source', 'workspace:', 'catalog:', 'link:', 'file:', '/src/'].filter((word) => text.includes(word))
  return [
    ...strangers.map((path) => `holds ${path}`),
    ...tests.map((path) => `holds the test file ${path}`),
    ...stale.map((path) => `holds ${path}, which has no source any more: delete its dist and build again`),
    ...missing.map((path) => `lacks ${path}`),
    ...leaks.map((word) => `says ${word} in its manifest`)
  ]
}

/** Every file that the manifest promises. */
function listTargets({ exports = {}, bin = {} }: PackedPackage['manifest']): string[] {
  const exported = Object.values(exports).flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)))
  return [...exported, ...Object.values(bin)].filter((path) => !path.endsWith('/*')).map((path) => path.replace(/^\.\//, ''))
}
