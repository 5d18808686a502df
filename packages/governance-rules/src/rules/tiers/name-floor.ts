import { joinPatterns } from '../../companion/join-patterns.ts'
import { wordsOfName } from '../words.ts'

/** The lowest tier that a word of action allows. Source: DESIGN of the trust tiers, ADR 0021. */
const FLOORS: ReadonlyMap<string, 3 | 4 | 5> = new Map([
  ...(['delete', 'destroy', 'drop', 'purge', 'broadcast', 'publish', 'send'] as const).map(word => [word, 3] as const),
  ...(['install', 'migrate'] as const).map(word => [word, 4] as const),
  ...(['deploy', 'rotate', 'production'] as const).map(word => [word, 5] as const)
])

/** A tool that begins so looks at the action that follows, and does not do it. */
const LOOKS = new Set(
  (
    'get list read search find preview show describe check count view fetch query lookup validate verify dry simulate explain ' +
    'inspect diff compare estimate is has can could may watch monitor analyze analyse summarize summarise undo cancel prevent no not non'
  ).split(' ')
)

/** Words after an action that make it a thing to look at: `deploy_status`. What is deleted may well be a history. */
const THINGS = new Set(['status', 'history', 'preview', 'options', 'info', 'settings', 'policy'])
const REMOVES = new Set(['delete', 'destroy', 'drop', 'purge', 'production'])

/** Neighbours that give a word another meaning: turning a picture is not rotating a secret. */
const OTHER_MEANING: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'rotate',
    new Set([
      'image',
      'images',
      'photo',
      'picture',
      'video',
      'page',
      'pages',
      'pdf',
      'view',
      'camera',
      'shape',
      'element',
      'elements',
      'object',
      'objects',
      'layer',
      'text',
      'model',
      'screen',
      'device'
    ])
  ],
  ['send', new Set(['key', 'keys', 'keystroke', 'keystrokes', 'input', 'keypress'])],
  ['drop', new Set(['down', 'drag'])]
])

export interface NameFloor {
  readonly tier: 3 | 4 | 5
  readonly word: string
}

/** The highest floor that the words of a tool's name set, or null. Whole words alone count: `undelete`, `sender` and `deployments` are others. */
export function findNameFloor(name: string): NameFloor | null {
  const words = wordsOfName(name)
  let highest: NameFloor | null = null
  for (const [i, word] of words.entries()) {
    if (LOOKS.has(word)) break
    const tier = FLOORS.get(word)
    if (tier === undefined || (highest !== null && highest.tier >= tier)) continue
    const other = OTHER_MEANING.get(word)
    if (other !== undefined && words.some(neighbour => other.has(neighbour))) continue
    if (!REMOVES.has(word) && THINGS.has(words[i + 1] ?? '')) continue
    highest = { tier, word }
  }
  return highest
}

const REVERSIBILITY_WORDS = joinPatterns(
  [
    /\b(?:ir)?revers|\bundo|\brestor|\brecover|\brevert|\broll(?:ed|s)?[ -]?back/,
    /\bwithdr[ae]w|\brecall|\btaken? back|\bunsen[dt]|\bpermanent|\bno way back|\bfor good\b/
  ],
  'i'
)

/** Whether a reason says if what was done can be undone. */
export function namesReversibility(reason: string): boolean {
  return REVERSIBILITY_WORDS.test(reason)
}
