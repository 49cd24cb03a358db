import { randomUUID } from 'node:crypto'
import { blamesCaller, wasNeverSent } from './caller.ts'

export const KINDS = ['task', 'time', 'comment', 'payment'] as const
export type Kind = (typeof KINDS)[number]

/** Must be found in anything read afterwards. */
export interface Acknowledged {
  /** The prefix of the marks. */
  readonly name: string
  readonly acknowledged: ReadonlyMap<string, Kind>
  /** Sent without a response, or with a server error: stored at most once. */
  readonly unanswered: ReadonlyMap<string, Kind>
  /** Errors that blame the caller, who made no mistake. */
  readonly unexpected: readonly string[]
}

/** Tracks every write by its own mark, and the portal's response. */
export class Ledger implements Acknowledged {
  readonly name = randomUUID().slice(0, 8)
  readonly acknowledged = new Map<string, Kind>()
  readonly unanswered = new Map<string, Kind>()
  readonly unexpected: string[] = []
  /** The server's errors for rejected writes. */
  readonly failures: Error[] = []
  /** The `fetch` errors of writes without a response. */
  readonly brokenOff: Error[] = []
  /** Times of acknowledgements, in milliseconds of `performance.now()`. */
  readonly answers: number[] = []
  /** Writes repeated with the same key after a lost response. */
  retries = 0
  #next = 0

  mark(): string {
    return `${this.name}-${this.#next++}`
  }

  /** Makes the write and records the result; throws if it wasn't acknowledged. */
  async write<Result>(kind: Kind, mark: string, act: () => Promise<Result>): Promise<Result> {
    try {
      const result = await act()
      this.acknowledged.set(mark, kind)
      this.unanswered.delete(mark)
      this.answers.push(performance.now())
      return result
    } catch (error) {
      if (blamesCaller(error)) this.unexpected.push(error.message)
      else if (!wasNeverSent(error)) this.unanswered.set(mark, kind)
      throw error
    }
  }

  /** Only what has been acknowledged so far. */
  soFar(): Acknowledged {
    const { name } = this
    return { name, acknowledged: new Map(this.acknowledged), unanswered: new Map(), unexpected: [] }
  }

  /** The longest time since `from` without an acknowledgement. */
  longestSilence(from: number): number {
    const times = [from, ...this.answers.filter((at) => at >= from), performance.now()]
    return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)))
  }
}
