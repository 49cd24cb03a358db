import { spawn } from 'node:child_process'
import { AppError } from '../errors.ts'

/** A dump in PostgreSQL's own compressed form, from one snapshot. */
export const dumpPostgres = (url: string, path: string): Promise<void> =>
  runTool('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${path}`], url)

/** Replaces what the database holds by the dump, in one transaction. */
export const restorePostgres = (url: string, path: string): Promise<void> =>
  runTool(
    'pg_restore',
    [
      '--clean',
      '--if-exists',
      '--no-owner',
      '--no-privileges',
      '--single-transaction',
      '--exit-on-error',
      path,
    ],
    url,
    '--dbname',
  )

/** Throws when the file is no dump that can be read to its end. */
export const verifyDump = (path: string): Promise<void> =>
  runTool('pg_restore', ['--file=/dev/null', path], null)

/** The password travels in the environment, where other users of the machine cannot read it. */
function runTool(tool: string, args: string[], url: string | null, flag = '--dbname'): Promise<void> {
  const target = url === null ? null : new URL(url)
  const password = decodeURIComponent(target?.password ?? '')
  if (target !== null) target.password = ''
  const where = target === null ? [] : [`${flag}=${target.href}`]
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
