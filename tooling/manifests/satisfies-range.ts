type Version = readonly [major: number, minor: number, patch: number]

/**
 * Whether a pinned version lies in a plain range: `1.2.3`, `^1.2.3`, `~1.2.3`, `>=1.2 <3`, several joined by ` || `. A pin
 * that is a range itself stands for its lowest version. Anything else is in no range.
 */
export function satisfiesRange(pin: string, range: string): boolean {
  const version = readVersion(pin.replace(/^[~^]/, ''))
  return version !== null && range.split(' || ').some((part) => isIn(version, part))
}

function isIn(version: Version, part: string): boolean {
  const [, sign = '', floor = '', ceiling] = /^(>=|[~^]?)([\d.]+)(?: <([\d.]+))?$/.exec(part) ?? []
  const lowest = readVersion(floor)
  if (lowest === null) return false
  if (sign === '') return ceiling === undefined && compare(version, lowest) === 0
  const end = sign === '>=' ? (ceiling === undefined ? null : readVersion(ceiling)) : endOf(sign, lowest)
  return compare(version, lowest) >= 0 && (end === null || compare(version, end) < 0)
}

/** The first version that a caret or a tilde leaves out. */
function endOf(sign: string, [major, minor, patch]: Version): Version {
  if (sign === '^' && major > 0) return [major + 1, 0, 0]
  if (sign === '~' || minor > 0) return [major, minor + 1, 0]
  return [0, 0, patch + 1]
}

/** Missing parts are 0. */
function readVersion(text: string): Version | null {
  const [, major, minor = 0, patch = 0] = /^(\d+)(?:\.(\d+))?(?:\.(\d+))?$/.exec(text) ?? []
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)]
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}
