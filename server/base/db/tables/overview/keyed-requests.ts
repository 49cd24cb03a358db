declare module '../../schema.ts' {
  interface SharedSchema {
    keyed_requests: KeyedRequestTable
  }
}

/** A write with an idempotency key, stored for a day so that a repetition gets the same response. */
interface KeyedRequestTable {
  user_id: string
  procedure: string
  /** SHA-256 of the key, which itself decrypts the response. */
  key_hash: string
  input_hash: string
  /** Encrypted; null while work outside of a transaction is in progress. */
  answer: string | null
  created_at: string
}
