import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { aptInstall } from '../../../../scripts/tools/install.ts'
import { serverAccount } from '../../../../scripts/tools/postgres-server.ts'
import { atEnd } from '../clean-up.ts'
import type { Settings } from '../product.ts'
import { type Machine, Network, whyNoMachines } from './machine.ts'
import { readServices, type Service, volumeIn } from './services.ts'

const PASSWORD = 'drilled'
const START_LIMIT_MS = 120_000
const ANSWER_MS = 1_500
const LOOK_MS = 100
/** The size of a node's disk: its write-ahead log is limited to 1 GB. */
const DISK = '3g'

export const ETCDS = ['etcd1', 'etcd2', 'etcd3'] as const
export const NODES = ['pg1', 'pg2', 'pg3'] as const
export const PORTALS = ['portal1', 'portal2'] as const

/** Each program with its Debian package. */
const PROGRAMS: Record<string, string[]> = {
  '/usr/bin/patroni': ['patroni', 'python3-etcd', 'postgresql'],
  '/usr/bin/etcd': ['etcd-server'],
  '/usr/bin/etcdctl': ['etcd-client'],
  '/usr/bin/pgbackrest': ['pgbackrest'],
  '/usr/sbin/pgbouncer': ['pgbouncer'],
  '/usr/sbin/haproxy': ['haproxy'],
}

/** The reason the cluster can't run here, or null. Installs what is missing. */
export function whyNoCluster(): string | null {
  const missing = () => Object.keys(PROGRAMS).filter((path) => !existsSync(path))
  if (missing().length > 0) aptInstall(...missing().flatMap((path) => PROGRAMS[path] ?? []))
  const [program] = missing()
  return program === undefined ? whyNoMachines() : `${program} is not installed (Debian 12 has it)`
}

interface Member {
  name: string
  role: string
  state: string
  timeline?: number
}

/** The services of `deploy/cluster/compose.yaml`, each on its own machine. */
export class Cluster {
  readonly url: string
  /** The portals' connection, bypassing PgBouncer. */
  readonly settings: Settings
  readonly #folder: string
  readonly #variables: Record<string, string>
  readonly #machines: Map<string, Machine>
  #services: Map<string, Service>

  constructor(folder: string) {
    // The servers run as a separate account; a portal opened in this process has made its files private.
    process.umask(0o022)
    this.#folder = folder
    chmodSync(folder, 0o755)
    const network = new Network(this.#folder)
    this.#variables = {
      PUBLIC_URL: 'http://portal.test',
      FOYER_PASSWORD: PASSWORD,
      SUPERUSER_PASSWORD: PASSWORD,
      REPLICATION_PASSWORD: PASSWORD,
      BACKUP_KEY: 'a'.repeat(32),
    }
    this.#services = readServices(this.#folder, this.#variables)
    this.#machines = new Map([...this.#services.keys()].map((name) => [name, network.machine(name)]))
    this.url = `http://${this.machine('haproxy').address}`
    this.#variables.PUBLIC_URL = this.url
    for (const node of NODES) this.#mountDisk(volumeIn(this.#folder, `${node}-data`))
    this.#services = readServices(this.#folder, this.#variables)
    const names = [...this.#machines].map(([name, { address }]) => `${address} ${name}`)
    writeFileSync(this.#hosts, ['127.0.0.1 localhost', ...names, ''].join('\n'))
    writeFileSync(
      this.#proxySettings,
      this.#withAddresses(readFileSync('deploy/cluster/haproxy.cfg', 'utf8')),
    )
    this.settings = {
      DATA_DIR: volumeIn(this.#folder, 'portal-data'),
      DATABASE_URL: this.addressOf('haproxy'),
    }
    const account = serverAccount()
    if (account === null) return
    for (const [name, { mounts }] of this.#services) {
      if (isPortal(name)) continue
      for (const [path] of mounts.filter(([from]) => from.startsWith(this.#folder))) {
        chownSync(path, account.uid, account.gid)
      }
    }
  }

  get #hosts(): string {
    return join(this.#folder, 'hosts')
  }

  get #proxySettings(): string {
    return join(this.#folder, 'haproxy.cfg')
  }

  /** There is no DNS server that HAProxy could query for changing addresses. */
  #withAddresses(settings: string): string {
    return settings.replaceAll(/^( {2}server (\w+)) \2:/gm, (_, server: string, name: string) => {
      return `${server} ${this.machine(name).address}:`
    })
  }

  /** In memory: it can be filled without harm, and a hundred restarts don't wear the disk. */
  #mountDisk(path: string): void {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'foyer-drill', path], { stdio: 'pipe' })
    atEnd(() => execFileSync('umount', ['--lazy', path]))
  }

  /** Starts everything and waits until it works. */
  async start(): Promise<void> {
    for (const name of [...ETCDS, ...NODES, 'haproxy', 'pgbouncer']) this.startService(name)
    await this.untilWhole()
  }

  /** The portals start once the database has the data they show. */
  async startPortals(): Promise<void> {
    await Promise.all(PORTALS.map((name) => this.startPortal(name)))
    await this.until('HAProxy has a portal', async () => (await ask(`${this.url}/readyz`))?.ok === true)
  }

  startPortal(name: string): Promise<void> {
    this.startService(name)
    const { address } = this.machine(name)
    return this.until(
      `${name} is ready`,
      async () => (await ask(`http://${address}:3000/readyz`))?.ok === true,
    )
  }

  /** The machines' logs, to find out why a drill failed. */
  keepLogs(name: string): string {
    const folder = join('test-results', 'drill', name)
    mkdirSync(folder, { recursive: true })
    for (const { name, log } of this.machines)
      if (existsSync(log)) copyFileSync(log, join(folder, `${name}.log`))
    return folder
  }

  machine(name: string): Machine {
    const machine = this.#machines.get(name)
    if (machine === undefined) throw new Error(`There is no ${name}.`)
    return machine
  }

  get machines(): readonly Machine[] {
    return [...this.#machines.values()]
  }

  /** Its PostgreSQL, connected as the portal. */
  addressOf(name: string): string {
    return `postgres://foyer:${PASSWORD}@${this.machine(name).address}:5432/foyer`
  }

  /** Its disk. */
  diskOf(node: string): string {
    return volumeIn(this.#folder, `${node}-data`)
  }

  startService(name: string): void {
    const service = this.#services.get(name)
    if (service === undefined) throw new Error(`Unknown service ${name}.`)
    const mounts = service.mounts.map(
      ([from, to]) => [to.endsWith('/haproxy.cfg') ? this.#proxySettings : from, to] as const,
    )
    const program = { environment: service.environment, hosts: this.#hosts }
    this.machine(name).start(
      isPortal(name)
        ? {
            ...program,
            command: [process.execPath, 'server/main.ts'],
            environment: { ...service.environment, ...PORTAL_SETTINGS, DATA_DIR: this.settings.DATA_DIR },
            mounts: [],
            account: null,
          }
        : { ...program, command: service.command, mounts, account: serverAccount() },
    )
  }

  /** From here on, nodes start with compose.recovery.yaml. */
  recoverTo(moment: string | null): void {
    const files = moment === null ? ['compose.yaml'] : ['compose.yaml', 'compose.recovery.yaml']
    this.#services = readServices(this.#folder, { ...this.#variables, RESTORE_TO: moment ?? '' }, files)
  }

  /** The cluster state known to the first node that responds. */
  async members(): Promise<Member[]> {
    const answers = NODES.map(async (name) => {
      const answer = await ask(`http://${this.machine(name).address}:8008/cluster`)
      if (answer === null) throw new Error(`${name} is silent`)
      return ((await answer.json()) as { members: Member[] }).members
    })
    return Promise.any(answers).catch(() => [])
  }

  /** The node that HAProxy routes writes to; null while there is none. */
  async primary(): Promise<(typeof NODES)[number] | null> {
    const answers = NODES.map(async (name) => {
      const answer = await ask(`http://${this.machine(name).address}:8008/primary`)
      if (answer?.status !== 200) throw new Error(`${name} is not the primary`)
      return name
    })
    return Promise.any(answers).catch(() => null)
  }

  async untilPrimary(isWanted = (_name: string) => true): Promise<(typeof NODES)[number]> {
    let found: (typeof NODES)[number] | null = null
    await this.until('there is a primary', async () => {
      found = await this.primary()
      return found !== null && isWanted(found)
    })
    return found ?? NODES[0]
  }

  /** The synchronous standby. */
  async untilSynchronous(): Promise<string> {
    let found = ''
    await this.until('a follower is synchronous', async () => {
      found = (await this.members()).find(({ role }) => role === 'sync_standby')?.name ?? ''
      return found !== ''
    })
    return found
  }

  /** Waits until every node follows the single primary and commits wait for one of them. */
  untilWhole(nodes: readonly string[] = NODES): Promise<void> {
    return this.until(`${nodes.join(', ')} are one cluster`, async () => {
      const members = (await this.members()).filter(({ name }) => nodes.includes(name))
      const timeline = members.find(({ role }) => role === 'leader')?.timeline
      return (
        members.length === nodes.length &&
        timeline !== undefined &&
        members.every((member) => member.state === 'running' && member.timeline === timeline) &&
        members.some(({ role }) => role === 'sync_standby')
      )
    })
  }

  async until(what: string, isSo: () => Promise<boolean>, limitMs = START_LIMIT_MS): Promise<void> {
    const end = performance.now() + limitMs
    while (!(await isSo())) {
      if (performance.now() > end) {
        throw new Error(`Timed out waiting until ${what}: ${JSON.stringify(await this.members())}`)
      }
      await sleep(LOOK_MS)
    }
  }

  /** The etcd leader. */
  leadingEtcd(): (typeof ETCDS)[number] {
    for (const name of ETCDS) {
      const status = this.machine(name).run(['etcdctl', '-w', 'json', 'endpoint', 'status'])
      const [{ Status }] = JSON.parse(status)
      if (Status.leader === Status.header.member_id) return name
    }
    throw new Error('etcd has no leader.')
  }

  /** As the node's superuser, over its socket. */
  sql(node: string, text: string, database = 'foyer'): string {
    return this.machine(node)
      .run(['psql', '-h', '/tmp', '-U', 'postgres', '-d', database, '-XAtqc', text])
      .trim()
  }
}

const isPortal = (name: string): boolean => (PORTALS as readonly string[]).includes(name)

const PORTAL_SETTINGS = {
  NODE_ENV: 'production',
  HOST: '0.0.0.0',
  PORT: '3000',
  LOG_LEVEL: 'warn',
  ALLOW_TEST_PAYMENTS: '1',
}

/** Null if no one responds in time. */
const ask = (url: string): Promise<Response | null> =>
  fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null)
