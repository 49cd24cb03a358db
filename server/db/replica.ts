import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './connection.ts'
import { isUnavailable } from './dialect.ts'
import type { Db } from './schema.ts'

/** How long a read waits for the replica to have what was stored before it, in looks and milliseconds between. */
const LOOKS = 5
const PAUSE_MS = 20
/** One that failed isn't asked again for so long. */
const REST_MS = 10_000

/** A copy of the database that follows it, for reads that cost much. */
export class Replica {
  readonly #primary: Db
  readonly #copy: Database
  readonly #now: () => number
  #restsUntil = 0

  constructor(primary: Db, copy: Database, now = () => performance.now()) {
    this.#primary = primary
    this.#copy = copy
    this.#now = now
  }

  /**
   * The copy, once it has all that anybody stored before this moment, so that whoever has written reads it,
   * through whichever process. Null where it is away or too far behind: the caller then reads the original.
   */
  async current(): Promise<Db | null> {
    if (this.#now() < this.#restsUntil) return null
    const { rows } = await sql<{ position: string }>`
      select pg_current_wal_lsn()::text as position`.execute(this.#primary)
    try {
      for (let look = 0; look < LOOKS; look++) {
        if (look > 0) await sleep(PAUSE_MS)
        if (await this.#has(rows[0]?.position ?? '')) return this.#copy.db
      }
    } catch {
      this.rest()
    }
    return null
  }

  /** After a failover the copy may be the original itself, which has everything. */
  async #has(position: string): Promise<boolean> {
    const { rows } = await sql<{ has: boolean }>`
      select not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= ${position}::pg_lsn as has`.execute(
      this.#copy.db,
    )
    return rows[0]?.has === true
  }

  /** Lets the original be read for a while. */
  rest(): void {
    this.#restsUntil = this.#now() + REST_MS
  }

  close(): Promise<void> {
    return this.#copy.close()
  }
}

/** Writes are the original's, and a replica ends reads that hinder it from following. */
const REFUSED = /^(25006|40001|40P01)$/

/** True where the same read may succeed on the original. */
export const isReplicaTrouble = (error: unknown): boolean =>
  isUnavailable(error) || REFUSED.test(String((error as { code?: unknown } | null)?.code ?? ''))
