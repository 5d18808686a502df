import { escapeCharacter } from './show-unseen.ts'
import type { EscapeStyle } from './show-unseen.ts'

/** Names of the tags that models were taught to take for structure, as they are written there. */
const TAGS = [
  'antml', 'assistant', 'bos', 'developer', 'end_of_turn', 'eos', 'function', 'function_call', 'function_calls', 'function_results?',
  'human', 'im_end', 'im_start', 'instructions?', 'invoke', 'pad', 'parameter', 's', 'start_of_turn', 'sys', 'system', 'system-reminder',
  'think', 'thinking', 'tool', 'tool_calls?', 'tool_responses?', 'tool_results?', 'tools', 'unk', 'user'
].join('|')

const BRACKETS = ['INST', 'SYS', 'SYSTEM_PROMPT', 'AVAILABLE_TOOLS', 'TOOL_CALLS', 'TOOL_RESULTS', 'TOOL_CONTENT', 'ARGS', 'CALL_ID', 'THINK', 'gMASK'].join('|')

/**
 * The first character of each thing that pretends to be structure, or that fetches when it is shown:
 * - our own delimiter, in any spelling
 * - tags and tokens of chat templates, in small or in capital letters; so `Promise<User>` stays as it is
 * - tags of HTML that load what they name, in any spelling
 * - the turn of a speaker at the start of a line
 * - definitions of Markdown for links and images to elsewhere, and `url()` of CSS
 */
const MARKUP = new RegExp(
  [
    String.raw`<(?=[|\uff5c])`,
    String.raw`<(?=\s{0,8}(?:\/\s{0,8})?(?:[uU][nN][tT][rR][uU][sS][tT][eE][dD]|[iI][mM][pP][oO][rR][tT][aA][nN][tT]))`,
    String.raw`<(?=\s{0,8}(?:\/\s{0,8})?(?:${TAGS}|${TAGS.toUpperCase()})(?:[\s>/:=]|$))`,
    String.raw`<(?=<\/?SYS>>)`,
    String.raw`\[(?=\/?(?:${BRACKETS})\])`,
    String.raw`<(?=(?:[iI][mM][gG]|[iI][mM][aA][gG][eE]|[iI][fF][rR][aA][mM][eE]|[pP][iI][cC][tT][uU][rR][eE]|[sS][oO][uU][rR][cC][eE]|[vV][iI][dD][eE][oO]|[aA][uU][dD][iI][oO]|[oO][bB][jJ][eE][cC][tT]|[eE][mM][bB][eE][dD])(?:[\s>/]|$))`,
    String.raw`:(?<=(?:^|\n)[ \t]{0,8}(?:Human|Assistant):)`,
    String.raw`\[(?<=(?:^|\n) {0,3}\[)(?=[^\]\n]{1,999}\]:\s{0,8}<?(?:[a-zA-Z]{1,20}:)?\/\/)`,
    String.raw`\((?<=[uU][rR][lL]\s{0,8}\()(?=\s{0,8}["']?\s{0,8}(?:[hH][tT][tT][pP][sS]?:|\/\/|[dD][aA][tT][aA]:))`
  ].join('|'),
  'gu'
)

/** An image of Markdown is one only where a target follows somewhere: `!["x"]` and `#![allow]` of source code are none. */
const TARGET = /\][ \t\n]?[[(]/

/** Text in which nothing is taken for structure of a conversation, and nothing is fetched by showing it. */
export function neutralizeMarkup(text: string, style: EscapeStyle): string {
  const neutral = text.replaceAll(MARKUP, (character) => escapeCharacter(character, style))
  return TARGET.test(neutral) ? neutral.replaceAll('![', `${escapeCharacter('!', style)}[`) : neutral
}
