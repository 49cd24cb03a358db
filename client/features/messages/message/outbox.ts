import { isConnectionFailure, serverMessage } from '#client/lib/errors.ts'
import { readKept, writeKept } from '#client/lib/kept.ts'
import { createListeners } from '#client/lib/store.ts'
import { LIVE_RECONNECT_DELAYS_MS } from '#shared/live.ts'
import type { MessageAttachment, MessageDto } from '#shared/messages.ts'

/** A message on its way. Its id is chosen here, so that sending it again cannot double it. */
export interface OutgoingMessage {
  id: string
  project_id: string
  content: string
  mentions: string[]
  attachments: MessageAttachment[]
  /** When it was written. */
  timestamp: string
  /** The server's words when it refused; such a message waits for its author. */
  refusal: string | null
}

interface OutboxOptions {
  /** Where it is kept over a reload. */
  key: string
  send: (message: OutgoingMessage) => Promise<MessageDto>
  onSent: (message: MessageDto) => void
}

/** Sends at once while the server answers; otherwise keeps what was written and sends it in order later. */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #listeners = createListeners()
  #stored = ''
  #messages: OutgoingMessage[] = []
  #delivering = false
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  /** Messages that are not delivered; the same array as long as nothing changes. */
  read = (): OutgoingMessage[] => {
    const stored = readKept(this.#options.key)
    if (stored !== this.#stored) {
      this.#stored = stored
      this.#messages = parse(stored)
    }
    return this.#messages
  }

  subscribe = this.#listeners.subscribe

  /** Sends, or keeps for later when the server is out of reach; throws what the server refuses. */
  async submit(message: OutgoingMessage): Promise<'sent' | 'kept'> {
    if (navigator.onLine && !this.read().some((other) => other.refusal === null)) {
      try {
        this.#options.onSent(await this.#options.send(message))
        return 'sent'
      } catch (error) {
        if (!isConnectionFailure(error)) throw error
      }
    }
    this.#write([...this.read(), message])
    this.#pause()
    return 'kept'
  }

  retry(id: string): void {
    this.#replace(id, (message) => ({ ...message, refusal: null }))
    this.resume()
  }

  discard(id: string): void {
    this.#write(this.read().filter((message) => message.id !== id))
  }

  /** Tries now: after a reload, or when the network is back. */
  resume(): void {
    this.#failures = 0
    void this.#deliver()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  async #deliver(): Promise<void> {
    if (this.#delivering) return
    this.#delivering = true
    clearTimeout(this.#timer)
    try {
      for (;;) {
        const next = this.read().find((message) => message.refusal === null)
        if (next === undefined) return
        try {
          const sent = await this.#options.send(next)
          this.#failures = 0
          this.#options.onSent(sent)
          this.discard(next.id)
        } catch (error) {
          if (isConnectionFailure(error)) return this.#pause()
          const refusal = serverMessage(error) ?? 'The message could not be sent.'
          this.#replace(next.id, (message) => ({ ...message, refusal }))
        }
      }
    } finally {
      this.#delivering = false
    }
  }

  #pause(): void {
    clearTimeout(this.#timer)
    const delay = LIVE_RECONNECT_DELAYS_MS[Math.min(this.#failures, LIVE_RECONNECT_DELAYS_MS.length - 1)]
    this.#failures += 1
    this.#timer = setTimeout(() => void this.#deliver(), delay)
  }

  #replace(id: string, change: (message: OutgoingMessage) => OutgoingMessage): void {
    this.#write(this.read().map((message) => (message.id === id ? change(message) : message)))
  }

  #write(messages: OutgoingMessage[]): void {
    writeKept(this.#options.key, messages.length === 0 ? '' : JSON.stringify(messages))
    // Where nothing can be stored, what is in memory counts.
    this.#stored = readKept(this.#options.key)
    this.#messages = messages
    this.#listeners.notify()
  }
}

function parse(stored: string): OutgoingMessage[] {
  if (stored === '') return []
  try {
    return JSON.parse(stored)
  } catch {
    return []
  }
}
