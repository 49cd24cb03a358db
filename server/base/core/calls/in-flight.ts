import { pause } from './fair-queue.ts'

/**
 * Counts work that needs the database: calls, streams, pages, endpoints, and jobs. It may outlive its
 * caller's connection, so the database is closed only once it is all done.
 */
export class InFlight {
  #count = 0
  #whenIdle: (() => void)[] = []

  get count(): number {
    return this.#count
  }

  async run<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const end = this.begin()
    try {
      return await work()
    } finally {
      end()
    }
  }

  /** For work that isn't a single promise; the caller must call the returned function once. */
  begin(): () => void {
    this.#count += 1
    return () => {
      this.#count -= 1
      if (this.#count === 0) for (const resolve of this.#whenIdle.splice(0)) resolve()
    }
  }

  /** Yields the parts of a streamed text; ends when its reader stops. */
  async *read<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
    const end = this.begin()
    try {
      yield* parts
    } finally {
      end()
    }
  }

  /** Waits until nothing is in progress, up to the limit; returns false if it is exceeded. */
  async idle(limitMs: number): Promise<boolean> {
    if (this.#count === 0) return true
    const waiting = new AbortController()
    const idle = new Promise<void>((resolve) => this.#whenIdle.push(resolve))
    await Promise.race([idle, pause(limitMs, waiting.signal)])
    waiting.abort()
    return this.#count === 0
  }
}
