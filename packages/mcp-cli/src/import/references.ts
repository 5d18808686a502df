/** Gives every secret of one new file a variable of its own, so that no two of them share a name. */
export interface References {
  /** The reference to write for a literal: `${NAME}`. One literal keeps one name within a server. */
  refer(server: string, name: string, literal: string): string
  /** Everything that was replaced, in order. The literals never leave this object. */
  replaced(): readonly Replaced[]
  /** The text without any literal that was replaced for this server, wherever it stands (8 characters or longer). */
  scrub(server: string, text: string): string
}

export interface Replaced {
  readonly server: string
  readonly variable: string
}

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/
const WHOLE_REFERENCES = /(\$\{[^{}]*\})/

/** Shorter literals would be found in words that have nothing to do with them. */
const MIN_SCRUBBED = 8

/**
 * @param taken names that the file refers to anyway: they mean something else
 * @param env a variable that is set to something else would silently change the server
 */
export function createReferences(taken: ReadonlySet<string>, env: Readonly<Record<string, string | undefined>>): References {
  const literals = new Map<string, string>()
  const owners: (Replaced & { readonly literal: string })[] = []

  const isFree = (name: string, literal: string): boolean => {
    if (!VARIABLE.test(name) || taken.has(name)) return false
    const known = literals.get(name)
    return known === undefined ? !Object.hasOwn(env, name) || env[name] === literal : known === literal
  }

  const choose = (server: string, name: string, literal: string): string => {
    if (isFree(name, literal)) return name
    const [owner, short] = [toVariable(server), toVariable(name)]
    const long = short.startsWith(`${owner}_`) ? short : `${owner}_${short}`
    for (let count = 1; ; count += 1) {
      const candidate = count === 1 ? long : `${long}_${count}`
      if (isFree(candidate, literal)) return candidate
    }
  }

  return {
    refer: (server, name, literal) => {
      const known = owners.find((owner) => owner.server === server && owner.literal === literal)
      const variable = known?.variable ?? choose(server, name, literal)
      literals.set(variable, literal)
      if (known === undefined) owners.push({ server, variable, literal })
      return `\${${variable}}`
    },
    replaced: () => owners.map(({ server, variable }) => ({ server, variable })),
    scrub: (server, text) =>
      owners
        .filter((owner) => owner.server === server && owner.literal.length >= MIN_SCRUBBED)
        .toSorted((a, b) => b.literal.length - a.literal.length)
        .reduce((scrubbed, { literal, variable }) => replaceOutside(scrubbed, literal, `\${${variable}}`), text)
  }
}

/** Letters, digits and underscores, upper case, never a digit first. */
export function toVariable(text: string): string {
  const name = text.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, '').toUpperCase()
  return /^[A-Z]/.test(name) ? name : `_${name}`
}

function replaceOutside(text: string, literal: string, reference: string): string {
  return text
    .split(WHOLE_REFERENCES)
    .map((part) => (part.startsWith('${') ? part : part.replaceAll(literal, reference)))
    .join('')
}
