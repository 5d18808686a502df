// The public vectors beside docs/formats/tool-snapshot.md.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of the format's document, with a slash at its end. */
export const FORMATS: string = fileURLToPath(new URL('../../../../docs/formats/', import.meta.url))

export type SnapshotVector = 'snapshot-minimal.json' | 'snapshot-empty.json' | 'snapshot-unusual.json'

export const SNAPSHOT_VECTORS: readonly SnapshotVector[] = ['snapshot-minimal.json', 'snapshot-empty.json', 'snapshot-unusual.json']

export function readSnapshotVector(file: SnapshotVector): string {
  return readFileSync(`${FORMATS}vectors/${file}`, 'utf8')
}

interface TableVectors {
  readonly 'canonical-form.json': {
    readonly cases: readonly { readonly title: string; readonly input: string; readonly canonical: string }[]
    readonly refused: readonly { readonly title: string; readonly input: string; readonly reason: string }[]
  }
  readonly 'tool-digests.json': {
    readonly cases: readonly { readonly title: string; readonly descriptor: string; readonly digest: string }[]
  }
  readonly 'snapshot-digests.json': {
    readonly cases: readonly {
      readonly title: string
      readonly protocolVersion: string
      readonly tools: readonly { readonly name: string | null; readonly digest: string }[]
      readonly digest: string
    }[]
  }
  readonly 'invalid-files.json': {
    readonly cases: readonly {
      readonly title: string
      readonly file: SnapshotVector
      readonly replace: string
      readonly by: string
      readonly code: 'snapshot_invalid' | 'snapshot_digest_mismatch'
      readonly details: { readonly tool?: string | null; readonly pointer?: string; readonly reason?: string }
    }[]
  }
}

export function readTable<F extends keyof TableVectors>(file: F): TableVectors[F] {
  return JSON.parse(readFileSync(`${FORMATS}vectors/${file}`, 'utf8')) as TableVectors[F]
}
