import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { AppError } from '../../core/calls/errors.ts'

/** Ownership is determined by the database restored to. */
const PLAIN = ['--no-owner', '--no-privileges']

/** Creates a dump in PostgreSQL's compressed format from a single snapshot. */
export const dumpPostgres = (url: string, path: string): Promise<void> =>
  runTool('pg_dump', ['--format=custom', ...PLAIN, `--file=${path}`], url)

/** The application name of sessions that restore a dump. */
const RESTORING = 'foyer-restore'

/** An arbitrary number that no other advisory lock of ours uses. */
const RESTORE_LOCK = 4_104_015

/**
 * Replaces the database's content with the dump in one transaction, including tables that the dump doesn't
 * contain. Needs exclusive access. Then updates statistics, without which queries would scan whole tables.
 */
export async function restorePostgres(url: string, dump: string): Promise<void> {
  const script = `${dump}.script`
  await withConnection(url, async (client) => {
    await lockRestore(client)
    await recoverPutAside(client)
    await requireNoOtherSessions(client)
    await runTool('pg_restore', [...PLAIN, `--file=${script}`, dump], null)
    await runTool(
      'psql',
      [...AT_ONCE, '--command', RESET, '--file', script, '--command', 'analyze'],
      url,
      RESTORING,
    )
  }).finally(() => rm(script, { force: true }))
}

const AT_ONCE = ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1']
const RESET = 'drop schema if exists public cascade; create schema public'

/** Throws if anyone else is connected; also cleans up after an interrupted restore. */
export const requireUnusedPostgres = (url: string): Promise<void> =>
  withConnection(url, async (client) => {
    await requireNoOtherSessions(client)
    await recoverPutAside(client)
  })

async function withConnection(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  // If the connection is lost while a tool runs, the next query fails; without a listener, the event would
  // end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Allows one restore at a time, and terminates the session of one that was killed. */
async function lockRestore(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [RESTORE_LOCK])
  if (rows[0]?.locked !== true)
    throw new Error('A restore of this database is in progress. Wait until it finishes.')
  const left = `pg_stat_activity where datname = current_database() and application_name = '${RESTORING}'`
  for (let attempt = 0; attempt < ORPHAN_ATTEMPTS; attempt++) {
    const { rowCount } = await client.query(`select pg_terminate_backend(pid) from ${left}`)
    if (rowCount === 0) return
    await setTimeout(ORPHAN_PAUSE_MS)
  }
}

const ORPHAN_ATTEMPTS = 100
const ORPHAN_PAUSE_MS = 100

/** The schema in which versions before 0.2 stored the data to be replaced. */
const PUT_ASIDE = 'foyer_before_restore'

/**
 * Finishes a restore that an earlier version left incomplete: keeps a completely loaded dump, and otherwise
 * reverts to the old data.
 */
export async function recoverPutAside(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(
    `select to_regclass('public.kysely_migration') is not null as complete
      from pg_namespace where nspname = '${PUT_ASIDE}'`,
  )
  const [aside] = rows
  if (aside === undefined) return
  await client.query(
    aside.complete
      ? `drop schema ${PUT_ASIDE} cascade`
      : `drop schema if exists public cascade; alter schema ${PUT_ASIDE} rename to public`,
  )
}

async function requireNoOtherSessions(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  if (rowCount !== 0)
    throw new Error(
      'Other connections use the database. Stop the portal first, and any pooler in front of it.',
    )
}

/** Throws if the file isn't a complete dump. */
export const verifyDump = (path: string): Promise<void> =>
  runTool('pg_restore', ['--file=/dev/null', path], null)

/** Whether PostgreSQL's client programs, needed for backups, are installed. */
export const hasPostgresTools = (): Promise<boolean> =>
  Promise.all(['pg_dump', 'pg_restore'].map((tool) => runTool(tool, ['--version'], null))).then(
    () => true,
    () => false,
  )

/** The password is passed in the environment, where other users of the machine can't read it. */
function runTool(tool: string, args: string[], url: string | null, name = 'foyer'): Promise<void> {
  const target = url === null ? null : new URL(url)
  const password = decodeURIComponent(target?.password ?? '')
  if (target !== null) target.password = ''
  const where = target === null ? [] : [`--dbname=${target.href}`]
  return new Promise((resolve, reject) => {
    const secret = password === '' ? {} : { PGPASSWORD: password }
    const env = { ...process.env, ...secret, PGAPPNAME: name }
    const child = spawn(tool, [...where, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let complaint = ''
    child.stderr.on('data', (chunk) => {
      complaint = (complaint + chunk).slice(-2000)
    })
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new AppError(
              'SERVICE_UNAVAILABLE',
              `Backups of PostgreSQL need ${tool}, which is not installed on this machine.`,
            )
          : error,
      ),
    )
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${tool} failed: ${complaint.trim()}`)),
    )
  })
}
