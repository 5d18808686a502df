// `kubernetes-mcp-server` 0.0.67: written in Go on the official Go SDK, the binary that npm installs for Linux on x64.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect as connectSocket, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { httpTransport } from '@b10x/mcp-foundation/http'
import { stdioTransport } from '@b10x/mcp-foundation/stdio'
import type { McpTransport } from '@b10x/mcp-foundation'
import { PEER_PACKAGES } from './peer-packages.ts'

const PROGRAM = join(PEER_PACKAGES, 'kubernetes-mcp-server-linux-amd64/bin/kubernetes-mcp-server-linux-amd64')

export interface KubernetesPeer {
  /** The configuration that the server shows, as YAML. */
  readonly configuration: string
  /** Where its cluster would be: nothing listens there. */
  readonly clusterPort: number
  onStdio(...args: string[]): McpTransport
  startHttp(...args: string[]): Promise<{ readonly transport: () => McpTransport; close(): Promise<void> }>
}

/** A server for a cluster that cannot be reached, with its files in `folder`. */
export async function prepareKubernetesPeer(folder: string): Promise<KubernetesPeer> {
  const clusterPort = await closedPort()
  const configuration = configurationFor(clusterPort)
  const file = join(folder, 'kubeconfig.yaml')
  writeFileSync(file, configuration)
  const env = { HOME: folder }
  return {
    configuration,
    clusterPort,
    onStdio: (...args) => stdioTransport({ command: PROGRAM, args: [...args, '--kubeconfig', file], env }),
    async startHttp(...args) {
      // It takes no port 0 and would listen on every interface.
      const port = await closedPort()
      const address = ['--port', String(port), '--bind-address', '127.0.0.1']
      const child = spawn(PROGRAM, [...args, ...address, '--kubeconfig', file], { env, stdio: 'ignore' })
      const ended = once(child, 'exit')
      await listening(port, child)
      return {
        transport: () => httpTransport(`http://127.0.0.1:${port}/mcp`),
        async close() {
          child.kill()
          await ended
        }
      }
    }
  }
}

/** In the order and form in which the server writes it out again. */
function configurationFor(clusterPort: number): string {
  return `apiVersion: v1
clusters:
- cluster:
    server: http://127.0.0.1:${clusterPort}
  name: closed
contexts:
- context:
    cluster: closed
    user: nobody
  name: closed
current-context: closed
kind: Config
users:
- name: nobody
  user: {}
`
}

/** A port that was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The server says that it listens before it does, and that is no event here: this looks every 20 ms while it runs. */
async function listening(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const accepted = await new Promise<boolean>((resolve) => {
      const socket = connectSocket(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (accepted) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('kubernetes-mcp-server ended before it listened')
}
