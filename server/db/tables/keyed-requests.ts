export interface KeyedRequestTables {
  keyed_requests: KeyedRequestTable
}

/** A write that came with an idempotency key, kept for a day so that its repetition gets the same answer. */
interface KeyedRequestTable {
  user_id: string
  procedure: string
  /** SHA-256 of the key, which itself opens the answer. */
  key_hash: string
  input_hash: string
  /** Encrypted; null while the work is under way outside of a transaction. */
  answer: string | null
  created_at: string
}
