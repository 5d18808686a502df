import { readdirSync, readFileSync } from 'node:fs'

/** Processes of this machine (Linux) that were started with the variable. */
export function processesOf(variable: string, value: string): readonly number[] {
  const entry = Buffer.from(`${variable}=${value}\0`)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(entry))
    .map(Number)
}

function environmentOf(pid: string): Buffer {
  try {
    return readFileSync(`/proc/${pid}/environ`)
  } catch {
    // It ended meanwhile, or belongs to somebody else.
    return Buffer.alloc(0)
  }
}
