import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { processEnv } from './process.ts'

export interface MoveRun {
  child: ChildProcess
  /** All output so far. */
  said: () => string
  /** Its exit code and signal. */
  end: Promise<unknown[]>
}

/** `npm run move` in a separate process, which ends with the test at the latest. */
export function runMove(args: string[], settings: Record<string, string>): MoveRun {
  const child = spawn(process.execPath, ['scripts/operate/move.ts', ...args], {
    env: { ...processEnv, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const written: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => written.push(text))
  }
  return { child, said: () => written.join(''), end: once(child, 'close') }
}

/** Sends the signal once the move has printed this text, and waits for its exit. */
export async function endAfter(
  run: MoveRun,
  words: string,
  signal: 'SIGINT' | 'SIGKILL',
): Promise<unknown[]> {
  while (!run.said().includes(words)) {
    if (run.child.exitCode !== null) throw new Error(`The move ended: ${run.said()}`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  run.child.kill(signal)
  return run.end
}
