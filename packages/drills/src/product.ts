import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../scripts/tools/free-port.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const START_LIMIT_MS = 120_000

/** An instance's settings: its data location and anything else a drill sets. */
export interface Settings extends Record<string, string> {
  DATA_DIR: string
  DATABASE_URL: string
}

const running = new Set<ChildProcess>()

/** Ends what the drills started and didn't end themselves. */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Starts one of the project's programs with only the given settings in its environment. */
function startProgram(
  args: string[],
  settings: Record<string, string>,
  options: { asks?: boolean; root?: string } = {},
) {
  const child = spawn(process.execPath, args, {
    cwd: options.root ?? ROOT,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe', ...(options.asks ? (['ipc'] as const) : [])],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const output: string[] = []
  const keep = (text: string) => {
    output.push(text)
    if (output.length > 200) output.shift()
  }
  child.stdout?.setEncoding('utf8').on('data', keep)
  child.stderr?.setEncoding('utf8').on('data', keep)
  return { child, said: () => output.join('').trim() }
}

export interface Ended {
  code: number | null
  said: string
}

/** Runs a command until some time after it has printed the text, or to its end if that is earlier. */
export async function killCommand(
  args: string[],
  settings: Record<string, string>,
  { words, afterMs }: { words: string; afterMs: number },
): Promise<Ended> {
  const { child, said } = startProgram(args, settings)
  const closed = once(child, 'close')
  while (!said().includes(words) && child.exitCode === null) await sleep(2)
  await Promise.race([closed, sleep(afterMs)])
  child.kill('SIGKILL')
  const [code] = await closed
  return { code, said: said() }
}

/** Runs a command to its end. */
export async function runCommand(args: string[], settings: Record<string, string>): Promise<Ended> {
  const { child, said } = startProgram(args, settings)
  const [code] = await once(child, 'close')
  return { code, said: said() }
}

/** The built portal as `npm start` serves it, in a process that a drill starts and ends. */
export class Product {
  readonly url: string
  readonly settings: Settings
  readonly #root: string
  #process: ReturnType<typeof startProgram> | null = null

  private constructor(settings: Settings, port: number, root = ROOT) {
    this.#root = root
    this.url = `http://127.0.0.1:${port}`
    this.settings = {
      PORT: String(port),
      HOST: '127.0.0.1',
      ALLOW_TEST_PAYMENTS: '1',
      TRUST_PROXY: '1',
      // The address of the portal with which `openWorld` signs people in: its port is part of the cookie's name.
      PUBLIC_URL: 'http://localhost:3000',
      ...settings,
    }
  }

  static async of(settings: Settings): Promise<Product> {
    return new Product(settings, await freePort())
  }

  /** A portal of another version, in its own folder, or at a port that another portal used before. */
  static at(settings: Settings, { port, root }: { port: number; root: string }): Product {
    return new Product(settings, port, root)
  }

  get child(): ChildProcess {
    if (this.#process === null) throw new Error('The portal is not running.')
    return this.#process.child
  }

  get runs(): boolean {
    return this.#process !== null && this.#process.child.exitCode === null && !this.#process.child.killed
  }

  /** The end of its log, for error messages. */
  get said(): string {
    return this.#process?.said().slice(-1500) ?? ''
  }

  /** Starts the process without waiting; `watched` ones answer `process-figures.ts`. */
  spawn({ watched = false } = {}): void {
    // Live memory is measured after a collection, because garbage isn't growth.
    const watch = watched ? ['--expose-gc', '--import', resolve(import.meta.dirname, 'load/watched.ts')] : []
    this.#process = startProgram([...watch, 'server/main.ts'], this.settings, {
      asks: watched,
      root: this.#root,
    })
  }

  /** Starts it and waits until it accepts requests; returns the milliseconds this took. */
  async start(options: { watched?: boolean } = {}): Promise<number> {
    const started = performance.now()
    this.spawn(options)
    while (performance.now() - started < START_LIMIT_MS) {
      const { exitCode, signalCode } = this.child
      if (exitCode !== null || signalCode !== null) {
        throw new Error(`The portal exited at startup (${exitCode ?? signalCode}): ${this.said}`)
      }
      if (await this.isReady()) return performance.now() - started
      await sleep(15)
    }
    throw new Error(`The portal was not ready within two minutes: ${this.said}`)
  }

  isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      (answer) => answer.ok,
      () => false,
    )
  }

  /** No-op once it has ended. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#process?.child
    if (child === undefined) return
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    }
    this.#process = null
  }
}
