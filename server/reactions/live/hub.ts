import type { Logger } from 'pino'
import { SESSION_ENDED, SESSION_MISSING } from '#shared/base/errors.ts'
import { ALL_DOMAINS } from '#shared/base/live.ts'
import { AppError } from '../../base/core/calls/errors.ts'
import type { LiveStreams, LiveSubscription, UserCtx } from '../../base/core/context.ts'
import type { Db } from '../../base/db/schema.ts'
import { concernsAccess, heardDomains, threatensAccess } from './policy.ts'
import { advance, formatPosition, isPast, type Position, parsePosition } from './position.ts'
import { type ChangeRow, changesAfter, keepEntitled, newestIds, oldestId } from './queries.ts'
import { onCommit } from './signal.ts'
import { LiveStream } from './stream.ts'

/** Where a hub reads changes, and how it learns of those made by other processes. */
export interface LiveSource {
  db: Db
  /** Calls back for each notification; null if changes by other processes are only found by polling. */
  listen: ((wake: () => void) => () => Promise<void>) | null
  /** How often the log is polled without a notification. */
  pollMs: number
}

const BATCH = 1_000
const SWEEP_MS = 30_000
const MAX_STREAMS_PER_USER = 20
const FIRST_LOOK_BACK = 100

/**
 * Delivers each committed change to the open streams that may receive it; idle until the first stream opens.
 */
export class LiveHub implements LiveStreams {
  readonly #source: LiveSource
  readonly #log: Logger
  readonly #clock: () => Date
  readonly #streams = new Set<LiveStream>()
  #position: Position = { max: 0, gaps: [] }
  #starting: Promise<void> | null = null
  #reading: Promise<void> | null = null
  #readAgain = false
  #release: (() => Promise<void>) | null = null
  #sweeping: Promise<void> | null = null

  constructor(source: LiveSource, options: { log: Logger; clock: () => Date }) {
    this.#source = source
    this.#log = options.log
    this.#clock = options.clock
  }

  get streamCount(): number {
    return this.#streams.size
  }

  async newestEventId(): Promise<string> {
    this.#starting ??= this.#start()
    await this.#starting
    await this.#read()
    return formatPosition(this.#position)
  }

  /** Opens a stream that starts with what was missed since `lastEventId`. The caller must close it. */
  async open(ctx: UserCtx, sessionId: string, lastEventId: string | null): Promise<LiveStream> {
    await this.newestEventId()
    if (
      [...this.#streams].filter((open) => open.ctx.actor.userId === ctx.actor.userId).length >=
      MAX_STREAMS_PER_USER
    )
      throw new AppError('TOO_MANY_REQUESTS', 'Too many tabs are open. Close some of them.')
    const stream = new LiveStream(ctx, sessionId)
    // Attached before reading the missed rows, so that each change is either in the stream or among the
    // missed, never both.
    const attachedAt = this.#position
    this.#streams.add(stream)
    try {
      stream.greet(await this.#missedSince(lastEventId, attachedAt, ctx), formatPosition(attachedAt))
      await this.#checkAccess([stream], SESSION_MISSING)
    } catch (error) {
      this.#streams.delete(stream)
      throw error
    }
    return stream
  }

  close(stream: LiveSubscription): void {
    this.#streams.delete(stream as LiveStream)
  }

  /** Ends all streams and releases timers and connections. */
  async stop(): Promise<void> {
    await this.#starting
    for (const stream of this.#streams) stream.end()
    this.#streams.clear()
    await this.#release?.()
    await Promise.all([this.#reading, this.#sweeping])
    this.#release = null
    this.#starting = null
  }

  async #start(): Promise<void> {
    const { db, listen, pollMs } = this.#source
    const ids = await newestIds(db, FIRST_LOOK_BACK)
    this.#position = advance({ max: (ids[0] ?? 1) - 1, gaps: [] }, ids, this.#clock().getTime())
    const wake = () => {
      if (this.#streams.size > 0)
        this.#read().catch((error) => this.#log.error({ err: error }, 'live read failed'))
    }
    const offCommit = onCommit(wake)
    const poll = setInterval(wake, pollMs)
    const sweep = setInterval(() => {
      this.#sweeping = this.#checkAccess([...this.#streams], SESSION_MISSING).catch((error) =>
        this.#log.error({ err: error }, 'live access check failed'),
      )
    }, SWEEP_MS)
    poll.unref()
    sweep.unref()
    const unlisten = listen?.(wake)
    this.#release = async () => {
      offCommit()
      clearInterval(poll)
      clearInterval(sweep)
      await unlisten?.()
    }
  }

  /** Reads to the end of the log; calls during a read cause another round. */
  #read(): Promise<void> {
    this.#readAgain = true
    this.#reading ??= this.#readRounds().finally(() => {
      this.#reading = null
    })
    return this.#reading
  }

  async #readRounds(): Promise<void> {
    while (this.#readAgain) {
      this.#readAgain = false
      const rows = await changesAfter(this.#source.db, this.#position, BATCH)
      if (rows.length === BATCH) this.#readAgain = true
      // Removes streams that have lost access. There must be no await between updating the position and
      // delivering.
      await this.#checkAccess(this.#suspectsOf(rows), SESSION_ENDED)
      this.#position = advance(
        this.#position,
        rows.map((row) => row.id),
        this.#clock().getTime(),
      )
      this.#deliver(rows)
    }
  }

  #suspectsOf(rows: ChangeRow[]): LiveStream[] {
    const changes = rows.filter(concernsAccess)
    if (changes.length === 0) return []
    return [...this.#streams].filter((stream) => changes.some((row) => threatensAccess(stream.ctx, row)))
  }

  #deliver(rows: ChangeRow[]): void {
    const id = formatPosition(this.#position)
    for (const stream of this.#streams) {
      const domains = domainsFor(stream.ctx, rows)
      if (domains.length > 0) stream.push(domains, id)
    }
  }

  async #checkAccess(streams: LiveStream[], reason: string): Promise<void> {
    if (streams.length === 0) return
    const entitled = new Set(await keepEntitled(this.#source.db, streams, this.#clock()))
    for (const stream of streams) {
      if (entitled.has(stream)) continue
      this.#streams.delete(stream)
      stream.end(new AppError('UNAUTHORIZED', 'Please sign in.', { reason }))
    }
  }

  async #missedSince(lastEventId: string | null, until: Position, ctx: UserCtx): Promise<string[]> {
    if (lastEventId === null) return []
    const since = parsePosition(lastEventId)
    const oldest = await oldestId(this.#source.db)
    if (since === null || since.max > until.max || since.max + 1 < (oldest ?? until.max)) return [ALL_DOMAINS]
    const rows = await changesAfter(this.#source.db, since, BATCH)
    if (rows.length === BATCH) return [ALL_DOMAINS]
    return domainsFor(
      ctx,
      rows.filter((row) => isPast(until, row.id)),
    )
  }
}

function domainsFor(ctx: UserCtx, rows: ChangeRow[]): string[] {
  const domains = new Set<string>()
  for (const row of rows) {
    for (const domain of heardDomains(ctx, row)) domains.add(domain)
  }
  return [...domains]
}
