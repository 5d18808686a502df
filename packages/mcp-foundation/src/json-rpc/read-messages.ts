import type { ReceivedMessage } from './received-message.ts'

/** STUB, being written: one message, or with `allowBatch` an array of them. Throws GovernedError `message_invalid`. */
export declare function readMessages(text: string, limits: { readonly maxJsonDepth: number; readonly allowBatch: boolean }): readonly ReceivedMessage[]
