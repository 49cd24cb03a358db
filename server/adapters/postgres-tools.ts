import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { AppError } from '../core/errors.ts'

/** Who owns what is the restoring database's own affair. */
const PLAIN = ['--no-owner', '--no-privileges']

/** A dump in PostgreSQL's own compressed form, from one snapshot. */
export const dumpPostgres = (url: string, path: string): Promise<void> =>
  runTool('pg_dump', ['--format=custom', ...PLAIN, `--file=${path}`], url)

/** What sessions that read a dump in call themselves. */
const RESTORING = 'foyer-restore'

/** Any number will do, as long as no other lock of ours has it. */
const RESTORE_LOCK = 4_104_015

/**
 * Replaces what the database holds by the dump in one transaction: whatever interrupts it, the database
 * holds the one or the other. Tables the dump doesn't know go as well. Nobody else may be connected. A dump
 * holds no statistics, without which the planner walks whole tables until they are gathered.
 */
export async function restorePostgres(url: string, dump: string): Promise<void> {
  const script = `${dump}.script`
  await withConnection(url, async (client) => {
    await lockRestore(client)
    await recoverPutAside(client)
    await requireAlone(client)
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

/** Throws while anybody else is connected; what an earlier restore left half done is put in order. */
export const requireUnusedPostgres = (url: string): Promise<void> =>
  withConnection(url, async (client) => {
    await requireAlone(client)
    await recoverPutAside(client)
  })

async function withConnection(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  // Lost while a tool works beside it, it fails the next query; unheard, it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** One restore at a time. The session of one that was killed may still be reading: it is ended. */
async function lockRestore(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [RESTORE_LOCK])
  if (rows[0]?.locked !== true) throw new Error('A restore of this database is under way. Wait for its end.')
  const left = `pg_stat_activity where datname = current_database() and application_name = '${RESTORING}'`
  for (let attempt = 0; attempt < ORPHAN_ATTEMPTS; attempt++) {
    const { rowCount } = await client.query(`select pg_terminate_backend(pid) from ${left}`)
    if (rowCount === 0) return
    await setTimeout(ORPHAN_PAUSE_MS)
  }
}

const ORPHAN_ATTEMPTS = 100
const ORPHAN_PAUSE_MS = 100

/** Where versions before 0.2 put what they were about to replace. */
const PUT_ASIDE = 'foyer_before_restore'

/** Ends a restore that an earlier version left half done: a dump read in whole stays, anything else goes back. */
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

async function requireAlone(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  if (rowCount !== 0)
    throw new Error('Others use the database. Stop the portal first, and a pooler in front of it.')
}

/** Throws when the file is no dump that can be read to its end. */
export const verifyDump = (path: string): Promise<void> =>
  runTool('pg_restore', ['--file=/dev/null', path], null)

/** Whether this machine has the programs backups of PostgreSQL are made with. */
export const hasPostgresTools = (): Promise<boolean> =>
  Promise.all(['pg_dump', 'pg_restore'].map((tool) => runTool(tool, ['--version'], null))).then(
    () => true,
    () => false,
  )

/** The password travels in the environment, where other users of the machine cannot read it. */
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
