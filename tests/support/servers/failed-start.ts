import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { processEnv } from './process.ts'

const PROGRAM = join(import.meta.dirname, '../../../server/main.ts')

export interface FailedStart {
  status: number | null
  /** All of its output. */
  output: string
}

interface Options {
  /** The user and group under which it runs. */
  uid?: number
  /** The folder in which it runs. */
  cwd?: string
}

/** Starts the portal as `npm start` does, and waits until it has exited. */
export async function failToStart(env: NodeJS.ProcessEnv, { uid, cwd }: Options = {}): Promise<FailedStart> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...processEnv, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...env },
    cwd,
    ...(uid !== undefined && { uid, gid: uid }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => written.push(text))
  }
  const [status] = await once(child, 'close')
  return { status, output: written.join('') }
}
