import { spawn } from 'node:child_process'
import pg from 'pg'
import { AppError } from '../core/errors.ts'

/** Who owns what is the restoring database's own affair. */
const PLAIN = ['--no-owner', '--no-privileges']

/** A dump in PostgreSQL's own compressed form, from one snapshot. */
export const dumpPostgres = (url: string, path: string): Promise<void> =>
  runTool('pg_dump', ['--format=custom', ...PLAIN, `--file=${path}`], url)

/** Where what is replaced waits while a dump is read in. */
const ASIDE = 'foyer_before_restore'

/**
 * Replaces what the database holds by the dump: it is put aside first, so that tables the dump does not
 * know go as well, and comes back when the dump cannot be read in. Nobody else may be connected.
 */
export async function restorePostgres(url: string, path: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await requireAlone(client)
    await client.query(`alter schema public rename to ${ASIDE}; create schema public`)
    try {
      await runTool('pg_restore', [...PLAIN, '--single-transaction', '--exit-on-error', path], url)
    } catch (error) {
      await client.query(`drop schema public cascade; alter schema ${ASIDE} rename to public`)
      throw error
    }
    await client.query(`drop schema ${ASIDE} cascade`)
  } finally {
    await client.end()
  }
}

async function requireAlone(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  if (rowCount !== 0) throw new Error('The server is running. Stop it first, then restore.')
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
function runTool(tool: string, args: string[], url: string | null): Promise<void> {
  const target = url === null ? null : new URL(url)
  const password = decodeURIComponent(target?.password ?? '')
  if (target !== null) target.password = ''
  const where = target === null ? [] : [`--dbname=${target.href}`]
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) }
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
