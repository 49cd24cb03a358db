import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { DONE, type Order } from './order.ts'

/** A running portal. */
export interface Server {
  stop: () => Promise<void>
  /** Kills its process. */
  kill: () => Promise<void>
}

export interface ServerOptions {
  env: Record<string, string>
  /** Receives each error line of the server's log. */
  onError: (line: string) => void
}

/** Starts portals one after another in a reused process; `close` ends it. */
export function openHost() {
  let host: { child: ChildProcess; output: Interface } | null = null
  const close = async () => {
    if (host !== null) await end(host.child, 'SIGKILL')
    host = null
  }
  return {
    async start({ env, onError }: ServerOptions, clientFolder?: string): Promise<Server> {
      if (host?.child.exitCode !== null) host = forkHost()
      const { child, output } = host
      const read = (line: string) => reportError(line, onError)
      output.on('line', read)
      await order(child, output, { start: env, clientFolder })
      return {
        async stop() {
          await order(child, output, { start: null })
          output.off('line', read)
        },
        kill: close,
      }
    },
    close,
  }
}

function forkHost() {
  const child = fork(join(import.meta.dirname, 'host.ts'), {
    env: pathOnly(),
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (child.stdout === null) throw new Error('The output of the host is not piped')
  return { child, output: createInterface({ input: child.stdout }) }
}

export type Host = ReturnType<typeof openHost>

function order(child: ChildProcess, output: Interface, message: Order): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      output.off('line', read)
      child.off('exit', fail)
    }
    const read = (line: string) => {
      if (line !== DONE) return
      finish()
      resolve()
    }
    const fail = () => {
      finish()
      reject(new Error('The process that serves the portal has ended'))
    }
    output.on('line', read)
    child.once('exit', fail)
    child.send(message)
  })
}

/** Starts the program itself, like `npm start`. */
export async function startProgram(url: string, { env, onError }: ServerOptions): Promise<Server> {
  const server = spawn('node', ['server/main.ts'], {
    env: { ...pathOnly(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface({ input: server.stdout }).on('line', (line) => reportError(line, onError))
  for (let attempt = 0; attempt < 200 && server.exitCode === null; attempt++) {
    const ready = await fetch(`${url}/readyz`).catch(() => null)
    if (ready?.ok) return { stop: () => end(server, 'SIGTERM'), kill: () => end(server, 'SIGKILL') }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The portal did not start')
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill(signal)
  await exited
}

/** Pino's level for errors. */
const ERROR_LEVEL = 50

function reportError(line: string, onError: (line: string) => void): void {
  if (line.startsWith('{') && JSON.parse(line).level >= ERROR_LEVEL) onError(`server: ${line}`)
}

/** The environment passed to servers besides their own settings: nothing that changes their behavior. */
const pathOnly = () => ({ PATH: process.env.PATH, TMPDIR: process.env.TMPDIR })
