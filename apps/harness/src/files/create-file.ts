import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { refuseUsage } from '@b10x/mcp-cli/command-line'

/**
 * Writes a file that does not exist yet. What is there, be it a link, is never written to.
 * @throws GovernedError `usage_invalid`
 */
export async function createFile(file: string, text: string, cwd: string): Promise<void> {
  try {
    await writeFile(path.resolve(cwd, file), text, { flag: 'wx' })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (code === 'EEXIST') refuseUsage(`The file ${file} is there already: only a new one is written.`)
    refuseUsage(`The file ${file} cannot be written (${code}).`)
  }
}
