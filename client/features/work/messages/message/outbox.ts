import { isConnectionFailure, serverMessage } from '#client/lib/calls/errors.ts'
import { readStored, writeStored } from '#client/lib/session/local-store.ts'
import { createListeners } from '#client/lib/store.ts'
import { LIVE_RECONNECT_DELAYS_MS } from '#shared/base/live.ts'
import type { MessageAttachment, MessageDto } from '#shared/work/messages.ts'

/** An unsent message. Its id is generated here, so that retries can't duplicate it. */
export interface OutgoingMessage {
  id: string
  project_id: string
  content: string
  mentions: string[]
  attachments: MessageAttachment[]
  /** When it was written. */
  timestamp: string
  /** The server's message if it rejected the message, which then waits for the author's decision. */
  refusal: string | null
}

interface OutboxOptions {
  /** Storage key that survives a reload. */
  key: string
  send: (message: OutgoingMessage) => Promise<MessageDto>
  onSent: (message: MessageDto) => void
}

/** Sends immediately while the server responds; otherwise queues messages and sends them in order later. */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #listeners = createListeners()
  #stored = ''
  #messages: OutgoingMessage[] = []
  #delivery: Promise<void> | null = null
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  /** Undelivered messages; the same array until something changes. */
  read = (): OutgoingMessage[] => {
    const stored = readStored(this.#options.key)
    if (stored !== this.#stored) {
      this.#stored = stored
      this.#messages = parse(stored)
    }
    return this.#messages
  }

  subscribe = this.#listeners.subscribe

  /** Sends, or queues while the server is unreachable; throws if the server rejects the message. */
  async submit(message: OutgoingMessage): Promise<'sent' | 'queued'> {
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
    return 'queued'
  }

  retry(id: string): void {
    this.#replace(id, (message) => ({ ...message, refusal: null }))
    void this.resume()
  }

  discard(id: string): void {
    this.#write(this.read().filter((message) => message.id !== id))
  }

  /** Retries after a reload, when the network is back, or before signing out; ends when it has tried all messages. */
  resume(): Promise<void> {
    this.#failures = 0
    return this.#deliver()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #deliver(): Promise<void> {
    this.#delivery ??= this.#sendAll().finally(() => {
      this.#delivery = null
    })
    return this.#delivery
  }

  async #sendAll(): Promise<void> {
    clearTimeout(this.#timer)
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
        const refusal = serverMessage(error) ?? 'The message couldn’t be sent.'
        this.#replace(next.id, (message) => ({ ...message, refusal }))
      }
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
    writeStored(this.#options.key, messages.length === 0 ? '' : JSON.stringify(messages))
    // Without storage, fall back to memory.
    this.#stored = readStored(this.#options.key)
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
