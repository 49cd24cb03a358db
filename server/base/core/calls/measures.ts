/** Upper bounds in seconds: a list takes milliseconds, and calls time out after half a minute. */
export const EDGES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const

/** By the first digit of the status code, starting with 2. */
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const

/** Metrics of one kind of work since the process started. */
export interface Timing {
  name: string
  count: number
  /** The total. */
  seconds: number
  slowest: number
  /** The number of durations in each bucket; the last bucket is unbounded. */
  buckets: number[]
  statuses: number[]
}

/**
 * Counts and durations by name as plain numbers: recording costs a fraction of a microsecond, and reading
 * does the arithmetic. Names must be few and never come from callers.
 */
export class Timings {
  readonly #byName = new Map<string, Timing>()

  record(name: string, status: number, seconds: number): void {
    let timing = this.#byName.get(name)
    if (timing === undefined) {
      timing = {
        name,
        count: 0,
        seconds: 0,
        slowest: 0,
        buckets: new Array(EDGES.length + 1).fill(0),
        statuses: new Array(STATUS_CLASSES.length).fill(0),
      }
      this.#byName.set(name, timing)
    }
    let edge = 0
    while (edge < EDGES.length && seconds > (EDGES[edge] as number)) edge++
    const kind = Math.min(Math.max(Math.floor(status / 100) - 2, 0), STATUS_CLASSES.length - 1)
    timing.count++
    timing.seconds += seconds
    timing.slowest = Math.max(timing.slowest, seconds)
    timing.buckets[edge] = (timing.buckets[edge] as number) + 1
    timing.statuses[kind] = (timing.statuses[kind] as number) + 1
  }

  all(): readonly Timing[] {
    return [...this.#byName.values()]
  }
}

/** The quantile's upper bound as far as the buckets tell; at most the slowest value. */
export function quantileOf({ count, buckets, slowest }: Timing, part: number): number {
  const target = count * part
  let before = 0
  for (const [index, inBucket] of buckets.entries()) {
    if (inBucket > 0 && before + inBucket >= target) {
      const from = EDGES[index - 1] ?? 0
      const to = Math.min(EDGES[index] ?? slowest, slowest)
      return from + (Math.max(to, from) - from) * ((target - before) / inBucket)
    }
    before += inBucket
  }
  return slowest
}

/** Metrics of this process since it started; each process has its own. */
export interface Measures {
  /** By the part of the portal that responded. */
  requests: Timings
  /** By procedure; unknown ones count as `other`. */
  calls: Timings
  /** By job. */
  jobs: Timings
}

export const createMeasures = (): Measures => ({
  requests: new Timings(),
  calls: new Timings(),
  jobs: new Timings(),
})

/** Seconds since a value of `performance.now()`. */
export const secondsSince = (started: number): number => (performance.now() - started) / 1000
