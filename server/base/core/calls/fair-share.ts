import { AppError } from './errors.ts'

/** Whom the time is charged to: an agency (or a signed-out visitor's address) and a member of it. */
export interface Caller {
  lane: string
  member: string
}

/** Recent use of the main thread, decaying over time. */
interface Account {
  used: number
  at: number
}

interface Lane extends Account {
  members: Map<string, Account>
  waiting: Call[]
  /** The number of calls started recently. */
  fresh: number
}

interface Call {
  lane: Lane
  member: Account
  began: number
  /** The value of `#cost` when this call started. */
  costAtBegin: number
  start: () => void
}

const DECAY_MS = 3000
/** A quarter of the thread's time for a while; anyone above that queues behind those below. */
const MEMBER_SHARE_MS = 0.25 * DECAY_MS
const LANE_SHARE_MS = 0.6 * DECAY_MS
const AT_ONCE = 8
const MAX_WAITING = 200
/** A call that has run longer is mostly waiting for a receiver, a provider, or another thread. */
const FRESH_MS = 500
const LONGEST_TURN_MS = 25
/** How long other callers count as present after a call. */
const PRESENCE_MS = 1000
/** The maximum number of lanes, or of members per lane, to remember. */
const MANY = 5000

/**
 * Shares the main thread among callers by the CPU time of their calls. Calls start immediately while there is
 * capacity. A caller over their share waits while others are present; those calls then run one at a time,
 * lowest usage first.
 */
export class FairShare {
  readonly #now: () => number
  readonly #processorMs: () => number
  readonly #lanes = new Map<string, Lane>()
  /** In the order they started. */
  readonly #fresh = new Set<Call>()
  readonly #heavy = new Set<Call>()
  readonly #waiting = new Set<Lane>()
  /** The cost of a hypothetical call running since the start and sharing the thread with concurrent ones. */
  #cost = 0
  #counted: number
  #turnBegan: number | null = null
  #lightAt = Number.NEGATIVE_INFINITY
  #pumping = false

  constructor(now = () => performance.now(), processorMs = threadMs) {
    this.#now = now
    this.#processorMs = processorMs
    this.#counted = processorMs()
  }

  async run<Result>(caller: Caller, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const now = this.#now()
    this.#count(now)
    const call = this.#callOf(caller, now)
    if (this.#mayBegin(call, now)) this.#begin(call, now)
    else await this.#wait(call, signal)
    try {
      return await work()
    } finally {
      const end = this.#now()
      this.#count(end)
      this.#end(call, end)
      if (this.#waiting.size > 0) this.#pumpSoon()
    }
  }

  #callOf({ lane: name, member: person }: Caller, now: number): Call {
    let lane = this.#lanes.get(name)
    if (lane === undefined) {
      if (this.#lanes.size >= MANY) this.#forgetIdle(now)
      lane = { used: 0, at: now, members: new Map(), waiting: [], fresh: 0 }
      this.#lanes.set(name, lane)
    }
    let member = lane.members.get(person)
    if (member === undefined) {
      if (lane.members.size >= MANY) lane.members.clear()
      member = { used: 0, at: now }
      lane.members.set(person, member)
    }
    return { lane, member, began: now, costAtBegin: 0, start: () => {} }
  }

  #forgetIdle(now: number): void {
    for (const [name, lane] of this.#lanes) {
      if (lane.fresh === 0 && lane.waiting.length === 0 && usedBy(lane, now) < 1) this.#lanes.delete(name)
    }
  }

  /**
   * Start immediately unless the share is used up while others are present, or this event-loop turn has
   * become long.
   */
  #mayBegin(call: Call, now: number): boolean {
    if (call.lane.fresh >= AT_ONCE || this.#isTurnOver(now)) return false
    return !isHeavy(call, now) || !(this.#hasCompany(now) || this.#waiting.size > 0)
  }

  #hasCompany = (now: number): boolean => now - this.#lightAt < PRESENCE_MS

  #isTurnOver(now: number): boolean {
    if (this.#turnBegan !== null) return now - this.#turnBegan > LONGEST_TURN_MS
    this.#turnBegan = now
    setImmediate(() => {
      this.#turnBegan = null
    })
    return false
  }

  #wait(call: Call, signal: AbortSignal | undefined): Promise<void> {
    const { lane } = call
    if (lane.waiting.length >= MAX_WAITING || signal?.aborted) throw busy()
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#leave(call)
        reject(busy())
      }
      call.start = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      signal?.addEventListener('abort', leave, { once: true })
      lane.waiting.push(call)
      this.#waiting.add(lane)
      this.#pumpSoon()
    })
  }

  #leave(call: Call): void {
    const { waiting } = call.lane
    waiting.splice(waiting.indexOf(call), 1)
    if (waiting.length === 0) this.#waiting.delete(call.lane)
  }

  #pumpSoon(): void {
    if (this.#pumping) return
    this.#pumping = true
    setImmediate(() => this.#pump())
  }

  /** Starts one expensive call per event-loop turn, so that other events are handled in between. */
  #pump(): void {
    this.#pumping = false
    const now = this.#now()
    this.#count(now)
    for (let started = 0; started < AT_ONCE; started++) {
      const next = this.#next(now)
      if (next === null) {
        // Wait until a call ends or counts as waiting.
        if (started === 0 && this.#waiting.size > 0) setTimeout(() => this.#pumpSoon(), FRESH_MS / 10)
        return
      }
      this.#leave(next)
      this.#begin(next, now)
      next.start()
      if (this.#heavy.has(next)) break
    }
    if (this.#waiting.size > 0) this.#pumpSoon()
  }

  /** The next to start: callers within their share first, then the lowest usage. */
  #next(now: number): Call | null {
    const mayHeavy = this.#heavy.size === 0 || !this.#hasCompany(now)
    let best: { call: Call; heavy: boolean; used: number } | null = null
    for (const lane of this.#waiting) {
      const [call, ...others] = lane.waiting
      if (call === undefined || lane.fresh >= AT_ONCE) continue
      const first = others.reduce(
        (one, other) => (usedBy(other.member, now) < usedBy(one.member, now) ? other : one),
        call,
      )
      const heavy = isHeavy(first, now)
      if (heavy && !mayHeavy) continue
      const used = usedBy(lane, now)
      if (best === null || (heavy === best.heavy ? used < best.used : best.heavy)) {
        best = { call: first, heavy, used }
      }
    }
    return best?.call ?? null
  }

  #begin(call: Call, now: number): void {
    call.began = now
    call.costAtBegin = this.#cost
    call.lane.fresh += 1
    this.#fresh.add(call)
    if (isHeavy(call, now)) this.#heavy.add(call)
    else this.#lightAt = now
  }

  #end(call: Call, now: number): void {
    if (!this.#fresh.delete(call)) return
    this.#heavy.delete(call)
    const { lane, member } = call
    lane.fresh -= 1
    for (const account of [lane, member]) {
      account.used = usedBy(account, now) + this.#cost - call.costAtBegin
      account.at = now
    }
  }

  /** Divides the CPU time since the last call among the calls in progress. */
  #count(now: number): void {
    const total = this.#processorMs()
    if (this.#fresh.size > 0) this.#cost += (total - this.#counted) / this.#fresh.size
    this.#counted = total
    for (const call of this.#fresh) {
      if (now - call.began < FRESH_MS) break
      this.#end(call, now)
    }
  }
}

const isHeavy = ({ lane, member }: Call, now: number): boolean =>
  usedBy(member, now) > MEMBER_SHARE_MS || usedBy(lane, now) > LANE_SHARE_MS

const usedBy = ({ used, at }: Account, now: number): number => used * Math.exp((at - now) / DECAY_MS)

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const busy = (): AppError =>
  new AppError(
    'TOO_MANY_REQUESTS',
    'Too many of your requests are in progress. Please try again in a few seconds.',
    {
      reason: 'busy',
      retry_after: 5,
    },
  )
