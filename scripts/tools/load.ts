import { spawn } from 'node:child_process'

/** The number of processes that put load on the machine beside a run. */
export const BUSY_PROCESSES = 4

/** Keeps this many other processes busy while the work runs. */
export async function withLoad<Result>(count: number, work: () => Promise<Result>): Promise<Result> {
  const busy = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  try {
    return await work()
  } finally {
    for (const child of busy) child.kill()
  }
}
