// The heavy peers of `test:interop` are installed before its first run.
import { installOutside } from '../outside/install-outside.ts'

/** vitest calls it once, before any test. */
export function setup(): void {
  installOutside('interop', ['ci'])
}
