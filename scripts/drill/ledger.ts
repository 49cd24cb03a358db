import { randomUUID } from 'node:crypto'
import { blamesCaller, wasNeverSent } from './caller.ts'

export const KINDS = ['task', 'time', 'comment', 'payment'] as const
export type Kind = (typeof KINDS)[number]

/** What must be found in whatever is read after it. */
export interface Acknowledged {
  /** Starts the marks. */
  readonly name: string
  readonly acknowledged: ReadonlyMap<string, Kind>
  /** Sent, but never answered, or answered by a failure of the server: there at most once. */
  readonly unanswered: ReadonlyMap<string, Kind>
  /** Refusals that blame the caller, who did nothing wrong. */
  readonly unexpected: readonly string[]
}

/** Remembers every write by a mark of its own, and what the portal said to it. */
export class Ledger implements Acknowledged {
  readonly name = randomUUID().slice(0, 8)
  readonly acknowledged = new Map<string, Kind>()
  readonly unanswered = new Map<string, Kind>()
  readonly unexpected: string[] = []
  /** When something was acknowledged, in milliseconds of `performance.now()`. */
  readonly answers: number[] = []
  /** Writes sent once more with the same key after an answer was lost. */
  retries = 0
  #next = 0

  mark(): string {
    return `${this.name}-${this.#next++}`
  }

  /** Makes the write and notes what became of it; throws where it wasn't acknowledged. */
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

  /** Only what is acknowledged by now. */
  soFar(): Acknowledged {
    const { name } = this
    return { name, acknowledged: new Map(this.acknowledged), unanswered: new Map(), unexpected: [] }
  }

  /** The longest time since `from` in which nothing was acknowledged. */
  longestSilence(from: number): number {
    const times = [from, ...this.answers.filter((at) => at >= from), performance.now()]
    return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)))
  }
}
