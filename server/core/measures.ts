/** Upper edges in seconds: a list takes some milliseconds, and half a minute ends every call. */
export const EDGES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const

/** The hundreds of a status code, from the second on. */
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const

/** How one thing went since the process began. */
export interface Timing {
  name: string
  count: number
  /** In total. */
  seconds: number
  slowest: number
  /** How many took no longer than each edge and longer than the one before; the last has no edge. */
  buckets: number[]
  statuses: number[]
}

/**
 * Counts and times of one kind of work as plain numbers: recording costs a fraction of a microsecond, and whoever
 * asks does the arithmetic. The names must be few, and never a caller's own.
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

/** The time that this part of the calls stayed below, as far as the edges tell; never more than the slowest. */
export function quantileOf({ count, buckets, slowest }: Timing, part: number): number {
  const wanted = count * part
  let before = 0
  for (const [index, held] of buckets.entries()) {
    if (held > 0 && before + held >= wanted) {
      const from = EDGES[index - 1] ?? 0
      const to = Math.min(EDGES[index] ?? slowest, slowest)
      return from + (Math.max(to, from) - from) * ((wanted - before) / held)
    }
    before += held
  }
  return slowest
}

/** What this process has done since it began; each process of several keeps its own. */
export interface Measures {
  /** By the part of the portal that answered. */
  requests: Timings
  /** By procedure; what the router doesn't know is `other`. */
  calls: Timings
  /** By job. */
  jobs: Timings
}

export const createMeasures = (): Measures => ({
  requests: new Timings(),
  calls: new Timings(),
  jobs: new Timings(),
})

/** Seconds since an instant of `performance.now()`. */
export const secondsSince = (started: number): number => (performance.now() - started) / 1000
