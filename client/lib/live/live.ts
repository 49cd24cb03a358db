import { ALL_DOMAINS, LIVE_JOIN_TIMEOUT_MS, LIVE_RECONNECT_DELAYS_MS } from '#shared/base/live.ts'
import { errorData } from '../calls/errors.ts'

/** Callbacks of an update stream. */
export interface StreamHandlers {
  onEvent: (id: string, domains: string[]) => void
  /** The stream ended or timed out; `error` is missing if it simply ended. */
  onLost: (error?: unknown) => void
}

/** Opens a stream, resuming after the given event; returns a function that closes it. */
export type OpenStream = (lastEventId: string | null, handlers: StreamHandlers) => () => void

interface LiveOptions {
  open: OpenStream
  /** The newest event included in the data shown; null if unknown. */
  since: string | null
  /** Routers whose queries need refreshing, or `ALL_DOMAINS`. */
  onChange: (domains: string[]) => void
  /** The session ended or its permissions changed. Resolves to whether a user is still signed in. */
  onRefused: (error: unknown) => Promise<boolean>
  /** Whether updates arrive; false from the loss of a stream until the next greeting. */
  onConnected: (connected: boolean) => void
}

/** Rejected twice without a greeting in between: retrying won't help. */
const MAX_REFUSALS = 2

/** Keeps one update stream open and resumes it after interruptions, after 1, 2, 5 and then every 10 s. */
export class LiveConnection {
  readonly #options: LiveOptions
  #lastEventId: string | null
  #failures = 0
  #refusals = 0
  #running = false
  #close: (() => void) | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: LiveOptions) {
    this.#options = options
    this.#lastEventId = options.since
  }

  /** Connects immediately, even during a delay between attempts. */
  start(): void {
    this.#running = true
    if (this.#close !== null) return
    this.#failures = 0
    this.#refusals = 0
    this.#connect()
  }

  stop(): void {
    this.#running = false
    this.#hangUp()
  }

  #hangUp(): void {
    clearTimeout(this.#timer)
    this.#close?.()
    this.#close = null
  }

  #connect(): void {
    this.#hangUp()
    let current = true
    const lose = (error?: unknown) => {
      if (!current) return
      current = false
      this.#hangUp()
      void this.#recover(error)
    }
    this.#timer = setTimeout(lose, LIVE_JOIN_TIMEOUT_MS)
    const close = this.#options.open(this.#lastEventId, {
      onLost: lose,
      onEvent: (id, domains) => {
        if (current) this.#receive(id, domains)
      },
    })
    this.#close = () => {
      current = false
      close()
    }
  }

  #receive(id: string, domains: string[]): void {
    clearTimeout(this.#timer)
    const isFirst = this.#lastEventId === null
    this.#lastEventId = id
    this.#failures = 0
    this.#refusals = 0
    this.#options.onConnected(true)
    // Data loaded before the first greeting may have changed before the stream opened.
    if (isFirst) this.#options.onChange([ALL_DOMAINS])
    else if (domains.length > 0) this.#options.onChange(domains)
  }

  async #recover(error: unknown): Promise<void> {
    this.#options.onConnected(false)
    if (errorData(error).code === 'UNAUTHORIZED') {
      this.#refusals += 1
      const signedIn = await this.#options.onRefused(error)
      if (!signedIn || this.#refusals >= MAX_REFUSALS) this.#running = false
    }
    // start() may have been called in the meantime.
    if (!this.#running || this.#close !== null) return
    const delay = LIVE_RECONNECT_DELAYS_MS[Math.min(this.#failures, LIVE_RECONNECT_DELAYS_MS.length - 1)]
    this.#failures += 1
    this.#timer = setTimeout(() => this.#connect(), delay)
  }
}
