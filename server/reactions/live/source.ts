import pg from 'pg'
import type { Logger } from 'pino'
import { LIVE_RECONNECT_DELAYS_MS } from '#shared/base/live.ts'
import type { Database } from '../../base/db/engines/connection.ts'
import type { LiveSource } from './hub.ts'

/** The channel that a trigger on `changes` notifies on commit. */
const CHANNEL = 'foyer_changes'

/** SQLite notifies within the process and polls for other processes; PostgreSQL uses LISTEN. */
export function liveSource(database: Database, log: Logger): LiveSource {
  if (database.dialect === 'sqlite') return { db: database.db, listen: null, pollMs: 500 }
  // A pooler in transaction mode doesn't support LISTEN.
  const options = { ...database.pool.options, connectionString: database.directUrl }
  return { db: database.db, listen: (wake) => listenOnPostgres(options, wake, log), pollMs: 5_000 }
}

/** Keeps one connection listening, reconnecting indefinitely. */
function listenOnPostgres(options: pg.ClientConfig, wake: () => void, log: Logger): () => Promise<void> {
  let stopped = false
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  let client: pg.Client | null = null

  async function connect(): Promise<void> {
    const current = new pg.Client({ ...options, keepAlive: true })
    client = current
    current.on('error', (error) => log.warn({ err: error }, 'the listening connection failed'))
    current.on('end', () => reconnect(current))
    current.on('notification', wake)
    try {
      await current.connect()
      await current.query(`listen ${CHANNEL}`)
      failures = 0
      // Changes missed while disconnected are in the log.
      wake()
    } catch (error) {
      log.warn({ err: error }, 'cannot listen for changes')
      reconnect(current)
      current.end().catch(() => {})
    }
  }

  function reconnect(connection: pg.Client): void {
    if (stopped || client !== connection) return
    client = null
    const delay = LIVE_RECONNECT_DELAYS_MS[Math.min(failures, LIVE_RECONNECT_DELAYS_MS.length - 1)]
    failures += 1
    retry = setTimeout(() => void connect(), delay)
    retry.unref()
  }

  const connecting = connect()
  return async () => {
    stopped = true
    clearTimeout(retry)
    await connecting
    await client?.end().catch(() => {})
  }
}
