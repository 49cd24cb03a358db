import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import type { Database } from './connection.ts'
import { isUnavailable } from './dialect.ts'

/** How often, and at what interval in milliseconds, a read checks whether the replica has caught up. */
const MAX_CHECKS = 5
const PAUSE_MS = 20
/** The pause before a failed replica is tried again. */
const REST_MS = 10_000
/** How long reads may find a replica behind before the log says so. */
const BEHIND_MS = 60_000

/** A position in the primary's log; each failover starts a new timeline. */
interface Moment {
  position: string
  timeline: string
}

const TIMELINE = sql<string>`substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`

const TROUBLES = {
  unknown: 'can’t tell whether it is up to date, because it doesn’t stream from the primary',
  behind: 'has been behind the primary for more than a minute',
  failing: 'can’t be used',
}

interface ReplicaOptions {
  now?: () => number
  warn: (message: string) => void
}

/** A read replica for expensive queries. */
export class Replica {
  readonly #primary: Db
  readonly #copy: Database
  readonly #now: () => number
  readonly #warn: (message: string) => void
  #restsUntil = 0
  #behindSince: number | null = null
  /** What the log said last; null while the replica is used. */
  #trouble: keyof typeof TROUBLES | null = null

  constructor(primary: Db, copy: Database, { now = () => performance.now(), warn }: ReplicaOptions) {
    this.#primary = primary
    this.#copy = copy
    this.#now = now
    this.#warn = warn
  }

  /**
   * Reads from the replica once it has everything committed before this call, so that writers read their own writes
   * through any process. Position check and read share a connection, because the address may balance over more than
   * one replica. Returns null if it is unreachable or too far behind.
   */
  async read<Result>(run: (db: Db) => Promise<Result>): Promise<Result | null> {
    if (this.#now() < this.#restsUntil) return null
    let asked = this.#primary
    try {
      // Some managed servers refuse this.
      const { rows } = await sql<Moment>`
        select pg_current_wal_lsn()::text as position, ${TIMELINE} as timeline`.execute(this.#primary)
      const [moment] = rows
      if (moment === undefined) return null
      asked = this.#copy.db
      return await asked.connection().execute(async (db) => {
        let has: boolean | null = null
        for (let check = 0; check < MAX_CHECKS; check++) {
          if (check > 0) await sleep(PAUSE_MS)
          has = await hasAll(db, moment)
          if (has) {
            this.#noteUse()
            return run(db)
          }
        }
        this.#noteBehind(has)
        return null
      })
    } catch (error) {
      this.rest()
      // The primary's own outages are reported elsewhere.
      if (asked !== this.#primary || !isUnavailable(error)) {
        this.#report('failing', error instanceof Error ? error.message : String(error))
      }
      return null
    }
  }

  /** Directs reads to the primary for a while. */
  rest(): void {
    this.#restsUntil = this.#now() + REST_MS
  }

  #noteUse(): void {
    this.#behindSince = null
    if (this.#trouble !== null) this.#warn('The server at DATABASE_READ_URL is used again.')
    this.#trouble = null
  }

  /** Null: it can't tell, so that waiting doesn't help, and would delay every read. */
  #noteBehind(has: boolean | null): void {
    if (has === null) {
      this.rest()
      this.#report('unknown')
      return
    }
    this.#behindSince ??= this.#now()
    if (this.#now() - this.#behindSince >= BEHIND_MS) this.#report('behind')
  }

  /** Once for each trouble, because every read may meet it. */
  #report(trouble: keyof typeof TROUBLES, reason = ''): void {
    if (this.#trouble === trouble) return
    this.#trouble = trouble
    this.#warn(
      `The server at DATABASE_READ_URL ${TROUBLES[trouble]}${reason && ` (${reason})`}. The primary is used instead.`,
    )
  }

  close(): Promise<void> {
    return this.#copy.close()
  }
}

/**
 * After a failover, this server may be the primary itself, or may have received more of a lost timeline than
 * the primary did: positions are only comparable on the same timeline. Only roles with pg_read_all_stats can
 * see the timeline. Null if they can't be compared.
 */
async function hasAll(copy: Db, { position, timeline }: Moment): Promise<boolean | null> {
  const { rows } = await sql<{ has: boolean | null }>`
    select case
      when not pg_is_in_recovery() then
        case when ${TIMELINE} = ${timeline}::text then pg_current_wal_lsn() >= ${position}::pg_lsn end
      when exists (
        select from pg_stat_wal_receiver
        where coalesce(lpad(upper(to_hex(received_tli)), 8, '0'), ${timeline}::text) = ${timeline}::text)
      then pg_last_wal_replay_lsn() >= ${position}::pg_lsn
    end as has`.execute(copy)
  return rows[0]?.has ?? null
}

/** Writes need the primary, and a replica cancels reads that conflict with replication. */
const REFUSED = /^(25006|40001|40P01)$/

/** Whether the same read may succeed on the primary. */
export const isReplicaTrouble = (error: unknown): boolean =>
  isUnavailable(error) || REFUSED.test(String((error as { code?: unknown } | null)?.code ?? ''))
