import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../../../../scripts/tools/statistics.ts'
import { messageOf } from '../stores.ts'
import { callerAt } from './caller.ts'

/** A user who loads their tasks repeatedly, and how long that takes. */
export class Reader {
  readonly times: number[] = []
  readonly failures: string[] = []
  readonly #work: Promise<void>
  #stopped = false

  constructor(url: string, cookie: string, { pauseMs = 100 } = {}) {
    this.#work = this.#read(url, cookie, pauseMs)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#work
  }

  /** “p50 3 ms, p95 8 ms, p99 20 ms” */
  get figures(): string {
    return latencies(this.times)
  }

  async #read(url: string, cookie: string, pauseMs: number): Promise<void> {
    const reader = callerAt(url, cookie)
    while (!this.#stopped) {
      const started = performance.now()
      try {
        await reader.query('tasks.list', { limit: 20 })
        this.times.push(performance.now() - started)
      } catch (error) {
        this.failures.push(`a read failed: ${messageOf(error)}`)
      }
      await sleep(pauseMs)
    }
  }
}

export const latencies = (times: readonly number[]): string =>
  [0.5, 0.95, 0.99].map((share) => `p${share * 100} ${Math.round(quantile(times, share))} ms`).join(', ')
