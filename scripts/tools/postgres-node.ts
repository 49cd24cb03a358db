import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ensureBinaries, serverAccount } from './postgres-server.ts'

const SCRIPT = resolve('deploy/cluster/node.sh')
const START_LIMIT_MS = 60_000

export const NODE_PASSWORD = 'drilled'

interface Place {
  folder: string
  port: number
  peerPort: number
  first: boolean
}

/** One of two PostgreSQL servers as `deploy/cluster/node.sh` runs them, on this machine. */
export class PostgresNode {
  readonly #place: Place
  readonly #data: string
  #script: ChildProcess | null = null

  constructor(place: Place) {
    this.#place = place
    this.#data = join(place.folder, 'data')
  }

  get url(): string {
    return `postgres://foyer:${NODE_PASSWORD}@127.0.0.1:${this.#place.port}/foyer`
  }

  /** Starts it and waits until its database takes the portal's connections. */
  async start(): Promise<void> {
    const { folder, port, peerPort, first } = this.#place
    const account = serverAccount()
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    if (account !== null) chownSync(folder, account.uid, account.gid)
    this.#script = spawn('sh', [SCRIPT], {
      cwd: folder,
      ...account,
      stdio: 'ignore',
      env: {
        PATH: `${ensureBinaries()}:${process.env.PATH}`,
        PGDATA: this.#data,
        PORT: String(port),
        PEER_HOST: '127.0.0.1',
        PEER_PORT: String(peerPort),
        LISTEN: '127.0.0.1',
        SOCKETS: folder,
        SHARED_BUFFERS: '64MB',
        WAL_KEEP: '64MB',
        FOYER_PASSWORD: NODE_PASSWORD,
        REPLICATION_PASSWORD: NODE_PASSWORD,
        ...(first && { FIRST: '1' }),
      },
    })
    await this.until('select 1', START_LIMIT_MS)
  }

  /** Waits until the query gives something that is true. */
  async until(query: string, limitMs = START_LIMIT_MS): Promise<void> {
    const end = performance.now() + limitMs
    while ((await this.#ask(query)) !== true) {
      if (performance.now() > end) throw new Error(`A PostgreSQL node did not come to “${query}”`)
      await sleep(50)
    }
  }

  async #ask(query: string): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query({ text: query, rowMode: 'array' })
      return Boolean(rows[0]?.[0])
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** As when its machine loses power: the server and what watches it, at once. */
  kill(): void {
    this.#script?.kill('SIGKILL')
    this.#script = null
    for (const pid of this.#processes()) process.kill(pid, 'SIGKILL')
  }

  /** The server's, and those of its connections. */
  #processes(): number[] {
    try {
      const postmaster = Number(readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n')[0])
      const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
      return [postmaster, ...children.trim().split(' ').filter(Boolean).map(Number)]
    } catch {
      return []
    }
  }

  remove(): void {
    this.kill()
    rmSync(this.#place.folder, { recursive: true, force: true })
  }
}
