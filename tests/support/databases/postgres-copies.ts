import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Database } from '#server/base/db/engines/connection.ts'
import { databaseUrl, runSql } from './postgres-admin.ts'

/**
 * Copies of the template that later tests of the same worker reuse after they are emptied, because creating a database
 * and opening sessions takes most of a test's time. A copy whose schema a test has changed is dropped.
 */
const spare: Copy[] = []

interface Copy {
  name: string
  url: string
  admin: pg.Client
  /** The sessions of closed pools, which the next pool takes over. */
  sessions: pg.Client[]
  /** A pool closes without waiting for its sessions. */
  leaving: Promise<void>[]
  pristine: State
  uses: number
}

/** What identifies the schema, and the tables that aren't empty, with the rows of the template's. */
type State = Map<string, string>

export interface TestServer {
  url: string
  template: string
  strategy: string
}

const MAX_USES = 40
const MAX_SESSIONS = 4
/** Deleted rows remain in the files. */
const MAX_DELETED = 20_000

export async function takeCopy(server: TestServer): Promise<Copy> {
  const copy = spare.pop() ?? (await makeCopy(server))
  copy.uses++
  return copy
}

/** A new database with the template's content; returns its name. */
export async function createCopy(
  { url, template, strategy }: TestServer,
  other: string = template,
): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runSql(url, `create database ${name} template ${other} ${strategy}`)
  return name
}

export const dropCopy = ({ url }: TestServer, name: string): Promise<void> =>
  runSql(url, `drop database ${name} with (force)`)

async function makeCopy(server: TestServer): Promise<Copy> {
  const name = await createCopy(server)
  const url = databaseUrl(server.url, name)
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  admin.on('error', () => {})
  await admin.query(`set session_replication_role = replica`)
  return { name, url, admin, sessions: [], leaving: [], pristine: await stateOf(admin), uses: 0 }
}

/** Empties the copy for another test, or drops it. */
export async function giveBack(server: TestServer, copy: Copy): Promise<void> {
  await Promise.all(copy.leaving.splice(0))
  const isClean = copy.uses < MAX_USES && (await clean(copy).catch(() => false))
  if (isClean) {
    spare.push(copy)
    return
  }
  await copy.admin.end().catch(() => {})
  await dropCopy(server, copy.name)
}

async function clean({ admin, sessions, pristine }: Copy): Promise<boolean> {
  const own = sessions.map((client) => (client as SessionClient).processID)
  await admin.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and pid <> all($1)`,
    [own],
  )
  const state = await stateOf(admin)
  if (state.get(SCHEMA) !== pristine.get(SCHEMA)) return false
  let deleted = 0
  for (const [table, rows] of state) {
    if (table === SCHEMA || rows === pristine.get(table)) continue
    deleted += (await admin.query(`delete from "${table}"`)).rowCount ?? 0
  }
  if (deleted > MAX_DELETED) return false
  for (const [table, rows] of pristine) {
    if (table === SCHEMA || rows === state.get(table)) continue
    await admin.query(`insert into "${table}" select * from json_populate_recordset(null::"${table}", $1)`, [
      rows,
    ])
  }
  return true
}

const SCHEMA = ''

const CATALOGS = ['pg_class', 'pg_attribute', 'pg_constraint', 'pg_trigger', 'pg_proc', 'pg_namespace']

const SCHEMA_STATE = `select '${SCHEMA}' as name, concat_ws(' ', ${CATALOGS.map(
  (catalog) => `(select concat(count(*), ':', max(xmin::text::bigint)) from ${catalog})`,
).join()}, (select count(*) from pg_statistic), (select count(*) from pg_db_role_setting)) as rows`

let statement: string | undefined

/** The worker's first call is for a new copy. */
async function stateOf(admin: pg.Client): Promise<State> {
  statement ??= await stateStatement(admin)
  const { rows } = await admin.query({ name: 'state', text: statement })
  return new Map(rows.map((row) => [row.name, row.rows]))
}

async function stateStatement(admin: pg.Client): Promise<string> {
  const { rows } = await admin.query(`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  const states: string[] = [SCHEMA_STATE]
  for (const { name } of rows) {
    const { rowCount } = await admin.query(`select from "${name}" limit 1`)
    const content = rowCount === 0 ? "''" : `(select json_agg(t order by t::text)::text from "${name}" t)`
    states.push(`select '${name}', ${content} where exists (select from "${name}")`)
  }
  return states.join(' union all ')
}

/** Missing from the driver's types. */
interface SessionClient extends pg.Client {
  processID: number
  _txStatus: string | null
  _queryable: boolean
  _poolUseCount: number
}

const RESET = 'unlisten *; reset all; select pg_advisory_unlock_all()'

/** The pool takes over the sessions of the copy's earlier pools, and leaves its own to the next. */
export function shareSessions(database: Database, copy: Copy): void {
  if (database.dialect !== 'postgres') return
  const pool = database.pool as pg.Pool & { Client: new (options: pg.ClientConfig) => pg.Client }
  const { Client } = pool
  pool.Client = function next(options: pg.ClientConfig) {
    const session = copy.sessions.pop() as SessionClient | undefined
    return session?._queryable ? session : leaveTo(copy, new Client(options))
  } as unknown as typeof Client
}

function leaveTo(copy: Copy, client: pg.Client): pg.Client {
  const session = client as SessionClient
  const connect = client.connect.bind(client)
  const end = client.end.bind(client)
  let isConnected = false
  const isUsable = () =>
    isConnected && session._txStatus === 'I' && session._queryable && copy.sessions.length < MAX_SESSIONS
  const leave = async () => {
    Reflect.deleteProperty(client, 'query')
    if (!isUsable()) return end()
    client.removeAllListeners()
    client.on('error', () => {})
    session._poolUseCount = 0
    await client.query(RESET).catch(() => {})
    if (!isUsable()) return end()
    copy.sessions.push(client)
  }
  Object.assign(client, {
    connect: (done: (error?: Error) => void) => {
      if (isConnected) process.nextTick(done)
      else {
        connect((error?: Error) => {
          isConnected = !error
          done(error)
        })
      }
    },
    end: (done?: () => void) => {
      const left = leave().then(done)
      copy.leaving.push(left)
      return left
    },
  })
  return client
}
