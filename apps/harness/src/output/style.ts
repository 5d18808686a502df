import type { CliIo, OutputStream } from '../cli-io.ts'

/** Colour, or nothing at all. Give it text that is already escaped. */
export interface Style {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
}

/** Colour only on a terminal, without `--no-color`, and without a non-empty `NO_COLOR` (no-color.org). */
export function createStyle(stream: OutputStream, env: CliIo['env'], wanted: boolean): Style {
  const isOn = wanted && stream.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  const paint = (open: number, close: number) => (text: string): string =>
    isOn && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text
  return { bold: paint(1, 22), dim: paint(2, 22), red: paint(31, 39), green: paint(32, 39), yellow: paint(33, 39) }
}
