import type { PackedPackage } from '../pack/pack-packages.ts'

/** What belongs in a package besides its `dist`. */
const BESIDE_DIST = ['package.json', 'LICENSE', 'README.md', 'CHANGELOG.md']

/** Faults of what a consumer would get, each a sentence about the package. */
export function checkContents({ manifest, files }: Omit<PackedPackage, 'name' | 'tarball'>): string[] {
  const strangers = files.filter((path) => !path.startsWith('dist/') && !BESIDE_DIST.includes(path))
  const tests = files.filter((path) => /\.(test|interop|services)\.|__fixtures__|\.tsbuildinfo$/.test(path))
  const missing = [...listTargets(manifest), 'LICENSE', 'README.md'].filter((path) => !files.includes(path))
  const text = JSON.stringify({ ...manifest, scripts: undefined })
  const leaks = ['@b10x/source', 'workspace:', 'catalog:', 'link:', 'file:', '/src/'].filter((word) => text.includes(word))
  return [
    ...strangers.map((path) => `holds ${path}`),
    ...tests.map((path) => `holds the test file ${path}`),
    ...missing.map((path) => `lacks ${path}`),
    ...leaks.map((word) => `says ${word} in its manifest`)
  ]
}

/** Every file that the manifest promises. */
function listTargets({ exports = {}, bin = {} }: PackedPackage['manifest']): string[] {
  const exported = Object.values(exports).flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)))
  return [...exported, ...Object.values(bin)].map((path) => path.replace(/^\.\//, ''))
}
