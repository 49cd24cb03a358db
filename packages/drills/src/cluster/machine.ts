import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { atEnd } from '../clean-up.ts'

/** A network of machines within this one: a bridge, and a network namespace for each machine. */
export class Network {
  readonly #bridge: string
  readonly #subnet: string
  readonly folder: string
  #machines = 0

  constructor(folder: string) {
    this.folder = folder
    this.#bridge = `fd${process.pid}`
    this.#subnet = `10.${200 + (process.pid % 50)}.${process.pid % 251}`
    ip('link', 'add', this.#bridge, 'type', 'bridge')
    atEnd(() => ip('link', 'del', this.#bridge))
    ip('addr', 'add', `${this.#subnet}.1/24`, 'dev', this.#bridge)
    ip('link', 'set', this.#bridge, 'up')
  }

  machine(name: string): Machine {
    const number = ++this.#machines
    const machine = new Machine(name, {
      namespace: `${this.#bridge}-${name}`,
      bridge: this.#bridge,
      cable: `${this.#bridge}v${number}`,
      address: `${this.#subnet}.${10 + number}`,
      log: join(this.folder, `${name}.log`),
    })
    atEnd(() => machine.remove())
    return machine
  }
}

interface Place {
  namespace: string
  bridge: string
  /** The bridge's end of the link. */
  cable: string
  address: string
  log: string
}

/** A program that a machine runs. */
export interface Program {
  command: readonly string[]
  environment: Record<string, string>
  /** Files and folders of this machine, and where the program finds them below /srv. */
  mounts: readonly (readonly [from: string, to: string])[]
  /** Lines of /etc/hosts. */
  hosts: string
  account: { uid: number; gid: number } | null
}

/** A machine whose programs can lose power, be frozen, or be cut off from the others. */
export class Machine {
  readonly name: string
  readonly #place: Place
  /** The command prefix for a non-root user. */
  #becoming: readonly string[] = []
  #environment: Record<string, string> = {}
  #main: ChildProcess | null = null

  constructor(name: string, place: Place) {
    this.name = name
    this.#place = place
    const { namespace, bridge, cable, address } = place
    ip('netns', 'add', namespace)
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
    ip('link', 'set', cable, 'master', bridge, 'up')
    ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
    for (const device of ['lo', 'eth0']) ip('-n', namespace, 'link', 'set', device, 'up')
  }

  get address(): string {
    return this.#place.address
  }

  get log(): string {
    return this.#place.log
  }

  start({ command, environment, mounts, hosts, account }: Program): void {
    this.#becoming =
      account === null
        ? []
        : ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', '--no-new-privs']
    const log = openSync(this.#place.log, 'a')
    const script = [
      'set -eu',
      'umask 022',
      'echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start',
      'mount -t tmpfs tmpfs /srv',
      ...mounts.flatMap(([from, to]) => [
        `mkdir -p "$(dirname '${to}')"`,
        `if [ -d '${from}' ]; then mkdir -p '${to}'; else touch '${to}'; fi`,
        `mount --bind '${from}' '${to}'`,
      ]),
      `mount --bind '${hosts}' /etc/hosts`,
      // Last, because mounts may be inside it.
      ...(account === null ? [] : ['mount -t tmpfs tmpfs /tmp', 'mount -t tmpfs tmpfs /dev/shm', 'cd /']),
      `exec ${this.#becoming.join(' ')} "$@"`,
    ].join('\n')
    const own = ['netns', 'exec', this.#place.namespace, 'unshare', '--ipc', 'sh', '-c', script, 'sh']
    this.#environment = environment
    this.#main = spawn('ip', [...own, ...command], {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
  }

  /** Runs a command in it with the program's environment, and returns its output. */
  run(command: readonly string[], environment: Record<string, string> = {}): string {
    const [pid] = this.#processes()
    if (pid === undefined) throw new Error(`Nothing runs on ${this.name}.`)
    const inside = ['--target', String(pid), '--mount', '--net', '--ipc', '--', ...this.#becoming]
    return execFileSync('nsenter', [...inside, ...command], {
      env: { PATH: process.env.PATH, ...this.#environment, ...environment },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  get runs(): boolean {
    return this.#processes().length > 0
  }

  /** Kills everything on it at once, like a power failure. */
  kill(): void {
    // Frozen first, so that nothing can be restarted in place of what is killed.
    this.freeze()
    while (this.runs) this.#signal('SIGKILL')
  }

  /** Suspends everything without ending it. */
  freeze(): void {
    this.#signal('SIGSTOP')
  }

  thaw(): void {
    this.#signal('SIGCONT')
  }

  /** Like stopping a container: the program is asked to exit, and the rest is killed. */
  async end(): Promise<void> {
    const main = this.#main
    if (main !== null && main.exitCode === null && main.signalCode === null) {
      const exited = once(main, 'exit')
      main.kill('SIGTERM')
      await exited
    }
    this.kill()
  }

  /** Unplugs its cable: packets are dropped silently. */
  cutOff(): void {
    ip('link', 'set', this.#place.cable, 'nomaster')
  }

  reconnect(): void {
    ip('link', 'set', this.#place.cable, 'master', this.#place.bridge)
  }

  remove(): void {
    this.kill()
    // The namespace, which would take the cable with it, is removed asynchronously.
    ip('link', 'del', this.#place.cable)
    ip('netns', 'del', this.#place.namespace)
  }

  #signal(signal: NodeJS.Signals): void {
    for (const pid of this.#processes()) {
      try {
        process.kill(pid, signal)
      } catch {
        // It ended in the meantime.
      }
    }
  }

  #processes(): number[] {
    return ip('netns', 'pids', this.#place.namespace).trim().split('\n').filter(Boolean).map(Number)
  }
}

function ip(...args: string[]): string {
  return execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** The reason machines can't be created here, or null. */
export function whyNoMachines(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'network namespaces need Linux and root'
  try {
    const name = `fd${process.pid}-try`
    ip('netns', 'add', name)
    ip('netns', 'del', name)
    return null
  } catch (error) {
    return `network namespaces can't be made here: ${error instanceof Error ? error.message : error}`
  }
}
