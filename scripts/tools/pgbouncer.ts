import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { serverAccount } from './postgres-server.ts'

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(existsSync)
const SETTINGS = 'deploy/cluster/pgbouncer.ini'

export const hasPgBouncer = PROGRAM !== undefined

export interface PgBouncer {
  /** The address of the database through it. */
  url: string
  stop: () => Promise<void>
}

/** Runs PgBouncer with the settings in `deploy/` in front of the database. */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  if (PROGRAM === undefined) throw new Error('PgBouncer is not installed (apt-get install pgbouncer)')
  const target = new URL(databaseUrl)
  const [name, user] = [target.pathname.slice(1), target.username]
  // A server that trusts its users takes any.
  const password = target.password || 'pooled'
  const folder = mkdtempSync(join(tmpdir(), 'foyer-pgbouncer-'))
  const port = await freePort()
  const ini = [
    ['host=haproxy port=5432 dbname=foyer', `host=${target.hostname} port=${target.port} dbname=${name}`],
    ['foyer = ', `${name} = `],
    ['listen_addr = 0.0.0.0', 'listen_addr = 127.0.0.1\nunix_socket_dir ='],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt')],
  ].reduce((text, [from = '', to = '']) => replaceOnce(text, from, to), readFileSync(SETTINGS, 'utf8'))
  writeFileSync(join(folder, 'pgbouncer.ini'), ini)
  writeFileSync(join(folder, 'userlist.txt'), `"${user}" "${password}"\n`)
  const account = serverAccount()
  if (account !== null) {
    // Whatever the umask of this process makes of files, the server's account reads these.
    for (const path of [folder, ...readdirSync(folder).map((file) => join(folder, file))]) {
      chownSync(path, account.uid, account.gid)
    }
  }
  const child = spawn(PROGRAM, ['-q', join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...account,
  })
  await untilListening(port)
  return {
    url: `postgres://${user}:${password}@127.0.0.1:${port}/${name}`,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit')
        child.kill('SIGKILL')
        await exited
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A template that changed under a reader is found out here. */
export function replaceOnce(text: string, from: string, to: string): string {
  const parts = text.split(from)
  if (parts.length !== 2) throw new Error(`“${from}” is there ${parts.length - 1} times`)
  return parts.join(to)
}

/** Waits until somebody takes connections on the port of this machine. */
export async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt++) {
    const socket = connect(port, '127.0.0.1')
    const outcome = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (outcome) return
    await sleep(25)
  }
  throw new Error(`Nobody listens on port ${port}.`)
}
