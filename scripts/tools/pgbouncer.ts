import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { serverAccount } from './postgres-server.ts'
import { newTemporaryFolder } from './temporary-folders.ts'

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(existsSync)
const SETTINGS = 'deploy/cluster/pgbouncer.ini'

export const hasPgBouncer = PROGRAM !== undefined

export interface PgBouncer {
  /** The database's URL through it. */
  url: string
  stop: () => Promise<void>
}

/** Runs PgBouncer with the settings in `deploy/` in front of the database. */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  if (PROGRAM === undefined) throw new Error('PgBouncer is not installed (apt-get install pgbouncer)')
  const target = new URL(databaseUrl)
  const [name, user] = [target.pathname.slice(1), target.username]
  // A server with trust authentication accepts any.
  const password = target.password || 'pooled'
  const folder = await newTemporaryFolder('foyer-pgbouncer')
  const port = await freePort()
  const ini = [
    ['host=haproxy port=5432 dbname=foyer', `host=${target.hostname} port=${target.port} dbname=${name}`],
    ['foyer = ', `${name} = `],
    ['listen_addr = *', 'listen_addr = 127.0.0.1'],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['/srv/settings/userlist.txt', join(folder, 'userlist.txt')],
  ].reduce((text, [from = '', to = '']) => replaceOnce(text, from, to), readFileSync(SETTINGS, 'utf8'))
  writeFileSync(join(folder, 'pgbouncer.ini'), ini)
  writeFileSync(join(folder, 'userlist.txt'), `"${user}" "${password}"\n`)
  const account = serverAccount()
  if (account !== null) {
    // Readable by the server's account, whatever this process's umask.
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

/** Detects a template that changed while it was being read. */
export function replaceOnce(text: string, from: string, to: string): string {
  const parts = text.split(from)
  if (parts.length !== 2) throw new Error(`“${from}” occurs ${parts.length - 1} times`)
  return parts.join(to)
}

/** Waits until a local port accepts connections. */
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
  throw new Error(`Nothing is listening on port ${port}.`)
}
