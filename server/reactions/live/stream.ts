import type { LiveSubscription, PositionedEvent, UserCtx } from '../../core/context.ts'
import type { AppError } from '../../core/errors.ts'

/** One open tab. What it is slow to fetch is merged, so that its memory stays bounded. */
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
    const known = this.#waiting?.data.domains ?? []
    this.#waiting = { id, data: { domains: [...new Set([...known, ...domains])] } }
    this.#wake()
  }

  /** The first event: what was missed before the stream was attached at position `id`. */
  greet(missed: string[], id: string): void {
    this.push(missed, this.#waiting?.id ?? id)
  }

  /** Ends the stream, with an error the screen can act on or as a server that goes away. */
  end(failure: AppError | null = null): void {
    this.#ended = true
    this.#failure = failure
    this.#wake()
  }

  /** The next event; null when the stream has ended. */
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
