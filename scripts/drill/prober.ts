import { setTimeout as sleep } from 'node:timers/promises'
import { callerAt } from './caller.ts'

const PAUSE_MS = 100

/** Somebody who asks for a report again and again, and for how long none came. */
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

  /** From the first question of a row that failed until the next answer, at most, in milliseconds. */
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
        // A question that waited long was trouble too.
        this.#longest = Math.max(this.#longest, performance.now() - (since ?? started))
        since = null
      }
      await sleep(PAUSE_MS)
    }
  }
}
