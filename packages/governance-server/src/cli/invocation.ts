export const FORMATS = ['text', 'json', 'sarif', 'junit'] as const
export type Format = (typeof FORMATS)[number]

/** Which change is looked at beside the documents. */
export type Compared = { readonly with: 'nothing' } | { readonly with: 'base'; readonly revision: string } | { readonly with: 'staged' } | { readonly with: 'worktree' }

/** A server as the command line names it. */
export type Target =
  | { readonly kind: 'command'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'http'; readonly url: string; readonly bearerVariable: string | null }

/** What a command line asks for, read in whole. */
export type Invocation =
  | { readonly verb: 'help'; readonly topic: string | null }
  | { readonly verb: 'version' }
  | { readonly verb: 'check'; readonly root: string; readonly compared: Compared; readonly format: Format; readonly output: string | null; readonly strict: boolean }
  | { readonly verb: 'explain'; readonly rule: string; readonly json: boolean }
  | { readonly verb: 'tier'; readonly tool: string; readonly root: string; readonly json: boolean }
  | { readonly verb: 'init'; readonly root: string; readonly target: Target | null; readonly force: boolean }
  | { readonly verb: 'skill-install'; readonly to: readonly string[]; readonly force: boolean }
  | { readonly verb: 'probe'; readonly root: string; readonly target: Target; readonly active: boolean; readonly trigger: readonly string[]; readonly observeMs: number; readonly format: Format; readonly output: string | null; readonly strict: boolean }
  | { readonly verb: 'serve'; readonly root: string; readonly transport: 'stdio' | 'http'; readonly port: number; readonly tokenVariable: string | null }
