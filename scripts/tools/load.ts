import { spawn } from 'node:child_process'

/** How many processes a loaded machine has beside a run. */
export const BUSY_PROCESSES = 4

/** Computes in this many other processes, without a pause, while the work runs. */
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
