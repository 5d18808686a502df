import { aiSdk } from './ai-sdk.ts'
import { sdk1, sdk2 } from './official.ts'
import { ours } from './ours.ts'
import { raw } from './raw.ts'
import type { MakePeer, PeerName } from './session.ts'

const PEERS: Readonly<Record<PeerName, MakePeer>> = {
  'ours': ours('2026-07-28'),
  'ours-legacy': ours('2025-11-25'),
  raw,
  sdk1,
  'sdk2': sdk2({ pin: '2026-07-28' }),
  'sdk2-legacy': sdk2('legacy'),
  'ai-sdk': aiSdk
}

export function findPeer(name: PeerName): MakePeer {
  return PEERS[name]
}
