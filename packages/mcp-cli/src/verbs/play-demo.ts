import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CliIo, OutputStream } from '../cli-io.ts'
import { DEMO_STORY, setUpDemo } from '../demo/demo-story.ts'
import type { DemoStep } from '../demo/demo-story.ts'
import type { Output } from '../output/output.ts'

/** The command itself: the demo runs real command lines. */
export type RunCommand = (argv: readonly string[], io: CliIo) => Promise<number>

interface PlayedStep {
  readonly step: DemoStep
  readonly status: number
  readonly passed: boolean
  /** What the command wrote, both streams in order. */
  readonly text: string
}

/**
 * `demo`: review, verify, rug pull, refusal, against a server of this package: no network, no clone, nothing left behind.
 * Each step checks its exit status and its words; the first that differs ends it with exit 1.
 */
export async function playDemo(io: CliIo, output: Output, run: RunCommand): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'b10x-demo-'))
  const played: PlayedStep[] = []
  try {
    await setUpDemo(folder)
    for (const step of DEMO_STORY) {
      if (!output.json) output.lines(renderCommand(step, played.length + 1, output))
      const done = await playStep(step, folder, io, run)
      played.push(done)
      if (!output.json) output.lines(renderResult(done, output))
      if (!done.passed) break
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const passed = played.length === DEMO_STORY.length && played.every((done) => done.passed)
  const { style } = output
  if (output.json) output.document({ passed, steps: played.map(stepMembers) })
  else output.lines([passed ? style.green('Every step did what it says.') : style.red('This is not what the demo says.')])
  return passed ? 0 : 1
}

async function playStep(step: DemoStep, folder: string, io: CliIo, run: RunCommand): Promise<PlayedStep> {
  await step.before?.(folder)
  const texts: string[] = []
  const stream: OutputStream = { isTTY: false, write: (text) => void texts.push(text) }
  const status = await run(step.words, { ...io, stdout: stream, stderr: stream, cwd: folder, ask: null })
  const text = texts.join('')
  return { step, status, text, passed: status === step.expected && (await step.holds(text, folder)) }
}

function renderCommand({ telling, words }: DemoStep, number: number, { style }: Output): readonly string[] {
  return [style.bold(`${number}. ${telling}`), style.dim(`$ b10x-mcp ${words.join(' ')}`)]
}

function renderResult({ text, status, passed, step }: PlayedStep, { style }: Output): readonly string[] {
  const lines = text.split('\n').filter((line) => line !== '')
  const end = `exit ${status}`
  return [...lines, passed ? style.dim(end) : style.red(`${end}, expected ${step.expected}`), '']
}

function stepMembers({ step, status, passed }: PlayedStep): { readonly [member: string]: string | number | boolean } {
  return { step: step.name, command: `b10x-mcp ${step.words.join(' ')}`, status, expected: step.expected, passed }
}
