import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'

const SCRIPT = join(import.meta.dirname, 'serve-only.ts')
/**
 * The environment of processes: nothing that changes their behavior. The compile cache halves their startup
 * time.
 */
export const processEnv = {
  PATH: process.env.PATH,
  TMPDIR: process.env.TMPDIR,
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/foyer-compiled'),
}

export interface ServerProcess {
  child: ChildProcess
  url: string
  /** Everything it has logged so far. */
  log: () => string
}

/** Starts the server in a separate process and waits until it listens; `output` is where it writes its log. */
export async function startProcess(
  folder: string,
  env: NodeJS.ProcessEnv = {},
  output: 'pipe' | number = 'pipe',
): Promise<ServerProcess> {
  const child = fork(SCRIPT, {
    env: {
      ...processEnv,
      DATA_DIR: folder,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      // That of `testServices`, with which tests sign people in: its port is part of the cookie's name.
      PUBLIC_URL: 'http://localhost:3000',
      ...env,
    },
    execArgv: [],
    stdio: ['ignore', output, 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const written: string[] = []
  child.stdout?.setEncoding('utf8').on('data', (text: string) => written.push(text))
  const [port] = await once(child, 'message')
  return { child, url: `http://127.0.0.1:${port}`, log: () => written.join('') }
}
