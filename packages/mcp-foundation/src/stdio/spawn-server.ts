import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { GovernedError } from '@b10x/ports/errors'
import { endProcessTree } from './end-process-tree.ts'
import { trackProcessTree } from './process-tree.ts'
import type { ProcessTree } from './process-tree.ts'
import { startWatchdog, watchProcessTree } from './watch-host.ts'

/** Everything that is needed to start the program, again too. */
export interface Launch {
  /** As the caller asked for it. */
  readonly command: string
  /** Absolute path of what is started. */
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
  readonly closeLadderMs: number
}

export interface ServerExit {
  readonly exitCode: number | null
  readonly signal: string | null
}

/** A running server: its pipes, and the only way to end it. */
export interface ServerProcess {
  readonly stdin: ChildProcessWithoutNullStreams['stdin']
  readonly stdout: ChildProcessWithoutNullStreams['stdout']
  readonly stderr: ChildProcessWithoutNullStreams['stderr']
  readonly tree: ProcessTree
  /** Resolves when the program has ended and what it wrote was read, or would not come any more. Never rejects. */
  readonly exited: Promise<ServerExit>
  /** Ends the whole tree by the ladder and frees the pipes. Idempotent; never rejects. */
  end(): Promise<void>
}

/** How long an ended program's last output may take to arrive while something else holds its pipe, in milliseconds. */
const LAST_OUTPUT_MS = 250

/**
 * Starts the program in a session and group of its own, without a shell. From here on a tree exists that ends with
 * `end()` or with this host; a program that leaves by itself may leave others behind, so `end()` is always called.
 * @throws GovernedError `program_not_found` for every reason why the operating system starts nothing
 */
export async function spawnServer(launch: Launch): Promise<ServerProcess> {
  startWatchdog()
  const child = startChild(launch)
  // Until the event loop turns the pid cannot be given away, and no event is missed.
  const tree = trackProcessTree(child.pid ?? 0)
  const { exited, closed, abandon } = followExit(child)
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (cause) => reject(new GovernedError('program_not_found', { command: launch.command }, { cause })))
  })
  const unwatch = watchProcessTree(tree, launch.closeLadderMs)
  let ending: Promise<void> | null = null
  const end = (): Promise<void> => {
    ending ??= (async () => {
      const isGone = await endProcessTree(tree, { endInput: () => child.stdin.end(), waitMs: launch.closeLadderMs })
      if (isGone) unwatch()
      else abandon()
      await exited
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
      if (isGone) await closed
    })()
    return ending
  }
  return { stdin: child.stdin, stdout: child.stdout, stderr: child.stderr, tree, exited, end }
}

function startChild({ command, program, args, cwd, environment }: Launch): ChildProcessWithoutNullStreams {
  try {
    const child = spawn(program, args, { cwd, env: environment, detached: true, shell: false, stdio: 'pipe' })
    // Errors of a pipe mean that the other side is gone: its exit says so, with its status.
    child.on('error', () => {})
    // Out of file descriptors there are no pipes, whatever the types say; the error event follows.
    for (const stream of (child.stdio as typeof child.stdio | undefined) ?? []) stream?.on('error', () => {})
    return child
  } catch (cause) {
    throw new GovernedError('program_not_found', { command }, { cause })
  }
}

interface ExitWatch {
  readonly exited: Promise<ServerExit>
  /** Resolves when the program has ended, no pipe to it is open and nothing of it is left here. */
  readonly closed: Promise<void>
  /** For a program that cannot be killed: nothing here waits for it any more. */
  readonly abandon: () => void
}

function followExit(child: ChildProcessWithoutNullStreams): ExitWatch {
  let settle: (exit: ServerExit) => void = () => {}
  const exited = new Promise<ServerExit>((resolve) => (settle = resolve))
  // The handle of the program itself goes at the end of this turn of the event loop: closing callbacks come after immediates.
  const closed = new Promise<void>((resolve) => child.once('close', () => setImmediate(() => setImmediate(resolve))))
  child.once('exit', (exitCode, signal) => {
    // The timer runs before pipes are read; one more turn reads what had arrived while this process was busy.
    const late = setTimeout(() => setImmediate(settle, { exitCode, signal }), LAST_OUTPUT_MS)
    child.once('close', () => {
      clearTimeout(late)
      settle({ exitCode, signal })
    })
  })
  const abandon = (): void => {
    child.unref()
    settle({ exitCode: child.exitCode, signal: child.signalCode })
  }
  return { exited, closed, abandon }
}
