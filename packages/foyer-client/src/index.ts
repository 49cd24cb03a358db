import { type CallOptions, type Foyer, PROCEDURES } from './api.gen.ts'

export type * from './api.gen.ts'

export interface FoyerClientOptions {
  /** The portal's URL, such as `https://portal.example.com`. */
  url: string
  /** An access token from Settings › API & webhooks. */
  token: string
  /** How often a failed call is retried; 3 by default. */
  retries?: number
  /** The longest delay in seconds that the portal may request before a retry; 60 by default. */
  maxWaitSeconds?: number
  /** Timeout per attempt in seconds; 35 by default, slightly more than the portal's own limit. */
  timeoutSeconds?: number
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch
}

/** A failed call, with the portal's message. */
export class FoyerError extends Error {
  override readonly name = 'FoyerError'
  /** Such as `NOT_FOUND`, `FORBIDDEN` or `TOO_MANY_REQUESTS`; `UNREACHABLE` without a response, `REDIRECTED` if the address is old. */
  readonly code: string
  /** The HTTP status; 0 without a response. */
  readonly status: number
  /** A machine-readable reason, such as `scope_missing`. */
  readonly reason: string | undefined
  /** Messages by input field. */
  readonly fields: Record<string, string> | undefined
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined
  /** The id of the call in the portal's log. */
  readonly requestId: string | undefined

  constructor(message: string, code: string, status: number, details: FailureDetails = {}, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.status = status
    this.reason = details.reason
    this.fields = details.fields
    this.retryAfter = details.retryAfter
    this.requestId = details.requestId
  }
}

interface FailureDetails {
  reason?: string
  fields?: Record<string, string>
  retryAfter?: number
  requestId?: string
}

interface Wire {
  result?: { data?: unknown }
  error?: {
    message: string
    code?: unknown
    reason?: string
    data?: { code?: string; reason?: string; fields?: Record<string, string>; retry_after?: number }
  }
}

/** The portal's procedures as functions: `foyer.tasks.list({ open: true })`. */
export function createFoyerClient(options: FoyerClientOptions): Foyer {
  const domains = Object.entries(PROCEDURES).map(([domain, procedures]) => {
    const calls = Object.entries(procedures).map(([name, kind]) => [
      name,
      (input?: unknown, call?: CallOptions) =>
        send(options, { path: `${domain}.${name}`, kind, input: input ?? {} }, call),
    ])
    return [domain, Object.fromEntries(calls)]
  })
  return Object.fromEntries(domains)
}

/** Iterates over all rows of a list, fetching pages as needed. */
export async function* each<Input extends { cursor?: string | null } | undefined, Item>(
  list: (input: Input, options?: CallOptions) => Promise<{ items: Item[]; nextCursor: string | null }>,
  input: NoInfer<Input>,
  options?: CallOptions,
): AsyncGenerator<Item, void, undefined> {
  let cursor = input?.cursor
  do {
    const page = await list({ ...input, cursor } as Input, options)
    yield* page.items
    cursor = page.nextCursor
  } while (cursor !== null)
}

interface Sent {
  path: string
  kind: 'query' | 'mutation'
  input: unknown
}

/**
 * Sends the call until there is a response. Mutations keep their idempotency key across attempts: if a
 * response was lost, the next attempt returns it and nothing is done twice.
 */
async function send(options: FoyerClientOptions, sent: Sent, call: CallOptions = {}): Promise<unknown> {
  const { retries = 3, maxWaitSeconds = 60 } = options
  const key = call.idempotencyKey ?? randomKey()
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptOnce(options, sent, key, call.signal)
    } catch (error) {
      if (!(error instanceof FoyerError) || !isPassing(error) || attempt >= retries) throw error
      const wait = error.retryAfter ?? 0.25 * 2 ** attempt * (1 + Math.random())
      if (wait > maxWaitSeconds) throw error
      await sleep(wait, call.signal)
    }
  }
}

/** Browsers have `crypto.randomUUID` only on secure pages. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(18)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Whether the same call may succeed later. */
const isPassing = ({ status }: FoyerError): boolean => [0, 429, 502, 503, 504].includes(status)

async function attemptOnce(
  { url, token, timeoutSeconds = 35, fetch = globalThis.fetch }: FoyerClientOptions,
  { path, kind, input }: Sent,
  key: string,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const address = `${url.replace(/\/+$/, '')}/trpc/${path}`
  const limit = AbortSignal.timeout(timeoutSeconds * 1000)
  const authorization = `Bearer ${token}`
  const common = { redirect: 'manual', signal: signal ? AbortSignal.any([signal, limit]) : limit } as const
  let response: Response
  let text: string
  try {
    response =
      kind === 'query'
        ? await fetch(`${address}?input=${encodeURIComponent(JSON.stringify(input))}`, {
            ...common,
            headers: { authorization },
          })
        : await fetch(address, {
            ...common,
            method: 'POST',
            headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
            body: JSON.stringify(input),
          })
    text = await response.text()
  } catch (cause) {
    signal?.throwIfAborted()
    throw new FoyerError(`${new URL(url).host} did not respond.`, 'UNREACHABLE', 0, {}, cause)
  }
  if (response.status >= 300 && response.status < 400) throw redirected(url, response)
  const wire = parse(text)
  if (response.ok && wire?.result !== undefined) return wire.result.data
  throw failureOf(response, wire)
}

/** A redirect would lose the call's body, and might send the token elsewhere. */
function redirected(url: string, { status, headers }: Response): FoyerError {
  const target = headers.get('location')
  const address = target === null ? 'another address' : new URL(target, url).origin
  return new FoyerError(`The portal redirects to ${address}. Use that address.`, 'REDIRECTED', status, {})
}

function failureOf({ status, headers }: Response, wire: Wire | null): FoyerError {
  const { message = `The portal responded with status ${status}.`, data = {} } = wire?.error ?? {}
  const { code = 'UNKNOWN', reason, fields, retry_after } = data
  const named = Number(headers.get('retry-after') ?? Number.NaN)
  return new FoyerError(message, code, status, {
    reason,
    fields,
    retryAfter: Number.isFinite(named) ? named : retry_after,
    requestId: headers.get('x-request-id') ?? undefined,
  })
}

/** Null if an intermediary responded instead of the portal. */
function parse(text: string): Wire | null {
  try {
    return JSON.parse(text) as Wire
  } catch {
    return null
  }
}

const sleep = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1000)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
