import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import pg from 'pg'

/**
 * The environment in which PostgreSQL's programs connect as the driver does with this URL. They don't support all
 * of the driver's parameters and read some differently; and other users of the machine can't read an environment.
 * `folder` receives the certificates that Node trusts if the URL names none.
 */
export async function toolEnvironment(url: string, folder: string): Promise<Record<string, string>> {
  const { host, port, user, database, password } = new pg.Client({ connectionString: url })
  const tls = await tlsOf(new URLSearchParams(url.split('?')[1]), folder)
  const all = {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGDATABASE: database,
    PGPASSWORD: password,
    ...tls,
  }
  const known = Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return Object.fromEntries(known)
}

const VERIFIED = ['prefer', 'require', 'verify-ca', 'verify-full']

async function tlsOf(given: URLSearchParams, folder: string): Promise<Record<string, string | null>> {
  const files = { PGSSLCERT: given.get('sslcert'), PGSSLKEY: given.get('sslkey') }
  const mode = given.get('sslmode') ?? MODES[given.get('ssl') ?? ''] ?? null
  const root = given.get('sslrootcert')
  if (given.get('uselibpqcompat') === 'true') return { ...files, PGSSLMODE: mode, PGSSLROOTCERT: root }
  if (mode === 'no-verify') return { ...files, PGSSLMODE: 'require' }
  if (mode === null || !VERIFIED.includes(mode)) return { ...files, PGSSLMODE: mode, PGSSLROOTCERT: root }
  return { ...files, PGSSLMODE: 'verify-full', PGSSLROOTCERT: root ?? (await trusted(folder)) }
}

/** The driver's `ssl` parameter as a mode. */
const MODES: Record<string, string> = {
  true: 'verify-full',
  1: 'verify-full',
  false: 'disable',
  0: 'disable',
}

async function trusted(folder: string): Promise<string> {
  const path = join(folder, 'trusted.pem')
  await writeFile(path, rootCertificates.join('\n'))
  return path
}
