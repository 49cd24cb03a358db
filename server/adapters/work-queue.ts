import { AppError } from '../core/errors.ts'

export interface WorkQueue {
  /**
   * Does the work in its turn. A caller with too much under way gets TOO_MANY_REQUESTS, and everybody
   * SERVICE_UNAVAILABLE while too much waits; null is the portal itself, which goes first and always may.
   */
  run: <Result>(caller: string | null, work: () => Promise<Result>) => Promise<Result>
}

interface QueueLimits {
  /** What waits, in words: “documents”. */
  of: string
  atOnce: number
  /** How many may wait in all. */
  waiting: number
  /** How many one caller may have under way, those that wait included. */
  perCaller: number
}

const RETRY_AFTER_SECONDS = 5

/** For heavy work that people ask for: so much at a time, so much waiting, and nobody before all others. */
export function createWorkQueue({ of, atOnce, waiting: most, perCaller }: QueueLimits): WorkQueue {
  const waiting: (() => void)[] = []
  const underWay = new Map<string, number>()
  let running = 0

  const refusal = (caller: string): AppError | null => {
    const details = { reason: 'busy', retry_after: RETRY_AFTER_SECONDS }
    if ((underWay.get(caller) ?? 0) >= perCaller) {
      const message = `You have other ${of} under way. Please try again in a few seconds.`
      return new AppError('TOO_MANY_REQUESTS', message, details)
    }
    if (running < atOnce || waiting.length < most) return null
    const message = `Many ${of} are under way. Please try again in a few seconds.`
    return new AppError('SERVICE_UNAVAILABLE', message, details)
  }

  const count = (caller: string | null, change: 1 | -1): void => {
    if (caller === null) return
    const left = (underWay.get(caller) ?? 0) + change
    if (left === 0) underWay.delete(caller)
    else underWay.set(caller, left)
  }

  return {
    async run(caller, work) {
      const refused = caller === null ? null : refusal(caller)
      if (refused !== null) throw refused
      count(caller, 1)
      try {
        if (running < atOnce) running++
        else {
          await new Promise<void>((resolve) => {
            if (caller === null) waiting.unshift(resolve)
            else waiting.push(resolve)
          })
        }
        try {
          return await work()
        } finally {
          const next = waiting.shift()
          if (next === undefined) running--
          else next()
        }
      } finally {
        count(caller, -1)
      }
    },
  }
}
