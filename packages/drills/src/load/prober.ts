import { setTimeout as sleep } from 'node:timers/promises'
import { callerAt } from './caller.ts'

const PAUSE_MS = 100

/** A user who requests a report repeatedly, and the longest time without one. */
export class Prober {
  asked = 0
  failures = 0
  readonly #work: Promise<void>
  #stopped = false
  #longest = 0

  constructor(url: string, cookie: string) {
    this.#work = this.#ask(url, cookie)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#work
  }

  /** At most the time from the first of consecutive failed requests to the next response, in milliseconds. */
  longestTrouble(): number {
    return this.#longest
  }

  async #ask(url: string, cookie: string): Promise<void> {
    const { query } = callerAt(url, cookie)
    let since: number | null = null
    while (!this.#stopped) {
      const started = performance.now()
      this.asked++
      const answered = await query('dashboard.stats').then(
        () => true,
        () => false,
      )
      if (!answered) {
        this.failures++
        since ??= started
      } else {
        // A slow request counts as an outage too.
        this.#longest = Math.max(this.#longest, performance.now() - (since ?? started))
        since = null
      }
      await sleep(PAUSE_MS)
    }
  }
}
