import type { Bounds } from '@b10x/ports'

const KIB = 1024
const MIB = 1024 * KIB

/** What holds when nobody says otherwise. Units: see `Bounds` in ports. */
export const DEFAULT_BOUNDS: Bounds = Object.freeze({
  maxMessageBytes: 4 * MIB,
  maxResultBytes: 1 * MIB,
  maxArgumentBytes: 64 * KIB,
  maxTools: 1024,
  maxPages: 128,
  maxDescriptorBytes: 64 * KIB,
  maxSnapshotBytes: 16 * MIB,
  maxStderrBytes: 64 * KIB,
  connectDeadlineMs: 30_000,
  callDeadlineMs: 60_000,
  maxSseEvents: 10_000,
  maxSseEventBytes: 4 * MIB,
  maxInflight: 64,
  maxJsonDepth: 64,
  maxSchemaNodes: 10_000,
  maxSchemaSteps: 5_000_000,
  maxBannerLines: 32
})

/** How far a consumer may raise each bound. Lowering is free. */
export const BOUND_CEILINGS: Bounds = Object.freeze({
  maxMessageBytes: 64 * MIB,
  maxResultBytes: 32 * MIB,
  maxArgumentBytes: 4 * MIB,
  maxTools: 10_000,
  maxPages: 10_000,
  maxDescriptorBytes: 1 * MIB,
  maxSnapshotBytes: 64 * MIB,
  maxStderrBytes: 1 * MIB,
  connectDeadlineMs: 15 * 60_000,
  callDeadlineMs: 15 * 60_000,
  maxSseEvents: 1_000_000,
  maxSseEventBytes: 64 * MIB,
  maxInflight: 1024,
  maxJsonDepth: 512,
  maxSchemaNodes: 100_000,
  maxSchemaSteps: 500_000_000,
  maxBannerLines: 1_000
})
