/** The revisions up to 2025-11-25 as a well-behaved, tools-only server speaks them (mcp: lifecycle, tools). */
import { jsonText } from '../script/raw-json.ts'
import { LEGACY } from '../script/script.ts'
import type { ProtocolVersion, Script } from '../script/script.ts'
import { errorReply, resultReply } from './json-rpc.ts'
import type { ClientMessage, Reply } from './json-rpc.ts'
import { findPage, findTool, pageMembers } from './list-page.ts'
import { unsupportedVersion } from './modern-era.ts'
import { runTool } from './run-tool.ts'

/** The legacy revisions that the script speaks, newest first. */
export function legacyVersions(script: Script): readonly ProtocolVersion[] {
  return LEGACY.filter((version) => script.protocolVersions.includes(version))
}

/** The revision that `initialize` settles on: the one asked for, else our newest. */
export function negotiateVersion(script: Script, asked: unknown): ProtocolVersion | null {
  const versions = legacyVersions(script)
  return versions.find((version) => version === asked) ?? versions[0] ?? null
}

/** The good reply to a legacy request. */
export async function answerLegacy(script: Script, message: ClientMessage): Promise<Reply> {
  const { idText } = message
  switch (message.method) {
    case 'initialize': {
      const version = negotiateVersion(script, message.params['protocolVersion'])
      if (version === null) return unsupportedVersion(script, message, message.params['protocolVersion'])
      return resultReply(idText, initializeResult(script, version))
    }
    case 'ping':
      return resultReply(idText, {})
    case 'tools/list': {
      const page = findPage(script, message.params['cursor'])
      if (page === null) return errorReply(idText, 200, -32602, 'Unknown cursor')
      return resultReply(idText, `{${pageMembers(page)}}`)
    }
    case 'tools/call': {
      if (findTool(script, message.params['name']) === null) return errorReply(idText, 200, -32602, 'Unknown tool')
      return resultReply(idText, await runTool(script, message, 'legacy'))
    }
    default:
      return errorReply(idText, 200, -32601, 'Method not found')
  }
}

function initializeResult(script: Script, version: ProtocolVersion): string {
  const instructions = script.instructions === null ? '' : `,"instructions":${JSON.stringify(script.instructions)}`
  const facts = `"capabilities":${jsonText(script.capabilities)},"serverInfo":${jsonText(script.serverInfo)}`
  return `{"protocolVersion":"${version}",${facts}${instructions}}`
}
