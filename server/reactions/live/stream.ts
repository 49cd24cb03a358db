import type { AppError } from '../../base/core/calls/errors.ts'
import type { LiveSubscription, PositionedEvent, UserCtx } from '../../base/core/context.ts'

/** One open tab. Events that it reads too slowly are merged, so that memory is bounded. */
export class LiveStream implements LiveSubscription {
  readonly ctx: UserCtx
  readonly sessionId: string
  #waiting: PositionedEvent | null = null
  #ended = false
  #failure: AppError | null = null
  #wake: () => void = () => {}

  constructor(ctx: UserCtx, sessionId: string) {
    this.ctx = ctx
    this.sessionId = sessionId
  }

  push(domains: string[], id: string): void {
    const waiting = this.#waiting?.data.domains ?? []
    this.#waiting = { id, data: { domains: [...new Set([...waiting, ...domains])] } }
    this.#wake()
  }

  /** Queues the first event: what was missed before the stream was attached at position `id`. */
  greet(missed: string[], id: string): void {
    this.push(missed, this.#waiting?.id ?? id)
  }

  /** Ends the stream, with an error for the client or as a server shutdown. */
  end(failure: AppError | null = null): void {
    this.#ended = true
    this.#failure = failure
    this.#wake()
  }

  /** Resolves to the next event, or null when the stream has ended. */
  async next(): Promise<PositionedEvent | null> {
    while (!this.#ended && this.#waiting === null) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    if (this.#failure !== null) throw this.#failure
    const event = this.#waiting
    this.#waiting = null
    return this.#ended ? null : event
  }
}
