// Measures one client in one case, in this process and nothing else. Order and figures travel over the parent's channel.
import { findPeer } from '../peers/find-peer.ts'
import { ours } from '../peers/ours.ts'
import type { Connect, Load, Session } from '../peers/session.ts'
import { measureFlood, measureLarge, openCalls } from './measure-calls.ts'
import { measureDigests, measureFreeze, measureVerify } from './measure-freeze.ts'
import { measureGovernedCalls, measurePreparing } from './measure-governed.ts'
import { measureFirstCall, measureFreshTools, measureRefresh, openListing } from './measure-listing.ts'
import { measureServingFlat, measureServingMemory, openServing } from './measure-serving.ts'
import { measureEgressCalls, measurePreparingService } from './measure-service.ts'
import type { Figures, Goes, Order, TurnMeasure, TurnMessage } from './order.ts'
import { takesTurns } from './order.ts'

const order = JSON.parse(process.argv[2] ?? '') as Order
const [loadOurs, loadPeers] = [await loaderOf(order.loadOurs), await loaderOf(order.loadPeers)]
const { measure } = order
if (takesTurns(measure)) await followTurns(await openGoes(measure))
else process.send?.(await measureAtOnce(measure), () => process.exit())

async function loaderOf(path: string): Promise<Load> {
  return ((await import(path)) as { readonly load: Load }).load
}

/** Says that it is ready, goes as often as it is told to, by how much, and ends with its figures when told nothing more. */
async function followTurns(goes: Goes): Promise<void> {
  process.on('message', (told: TurnMessage) => {
    if (told.share === null) void goes.finish().then((figures) => process.send?.(figures, () => process.exit()))
    else void goes.go(told.share).then(() => process.send?.('went'))
  })
  process.on('disconnect', () => process.exit())
  process.send?.('ready')
}

async function openGoes(measure: TurnMeasure): Promise<Goes> {
  switch (measure) {
    case 'calls':
      return openCalls(await open(), order)
    case 'listing':
      return openListing(makeConnect(), order)
    case 'serve':
      return openServing(order, loadPeers)
  }
}

async function measureAtOnce(measure: Exclude<Order['measure'], TurnMeasure>): Promise<Figures> {
  switch (measure) {
    case 'freeze':
      return measureFreeze(order.count, loadOurs)
    case 'digests':
      return measureDigests(order.peer, order.count, loadOurs, loadPeers)
    case 'verify':
      return measureVerify(order.count, loadOurs)
    case 'first-call':
      return measureFirstCall(makeConnect(), order.target)
    case 'large':
      return measureLarge(await open(), order)
    case 'flood':
      return measureFlood(await open())
    case 'refresh':
      return measureRefresh(await open(), order)
    case 'fresh-tools':
      return measureFreshTools(await open(), order)
    case 'governed':
      return measureGovernedCalls(await loaderOf(order.loadHarness), order)
    case 'prepare':
      return measurePreparing(await loaderOf(order.loadHarness), order)
    case 'egress':
      return measureEgressCalls(await loaderOf(order.loadHarness), order)
    case 'prepare-service':
      return measurePreparingService(await loaderOf(order.loadHarness), order)
    case 'serve-flat':
      return measureServingFlat(order, loadPeers)
    case 'serve-memory':
      return measureServingMemory(order, loadPeers)
  }
}

function open(): Promise<Session> {
  return makeConnect()(order.target)
}

/** The flood meets the bounds that hold when nobody says otherwise. */
function makeConnect(): Connect {
  if (order.peer === 'canonicalize') throw new Error('canonicalize is no client')
  if (order.peer === 'ours' && order.measure === 'flood') return ours('2026-07-28', {})(loadOurs)
  return findPeer(order.peer)(order.peer.startsWith('ours') ? loadOurs : loadPeers)
}
