/** The portal responded with an error. */
export class Refused extends Error {
  readonly status: number

  constructor(path: string, status: number, text: string) {
    super(`${path} answered ${status}: ${text.slice(0, 300)}`)
    this.status = status
  }
}

/** An error that blames the caller, who made no mistake here. */
export const blamesCaller = (error: unknown): error is Refused =>
  error instanceof Refused && error.status < 500 && error.status !== 408 && !isUnsettled(error)

/**
 * The database was lost before the payment was booked, or before the test provider, which is stored in it,
 * had responded: repeating the call resolves it.
 */
export const isUnsettled = ({ message }: Refused): boolean =>
  ['"reason":"not_booked"', 'payment provider is not responding', 'We will know within minutes'].some(
    (words) => message.includes(words),
  )

/** No one listened on the port. */
export const wasNeverSent = (error: unknown): boolean =>
  (error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED'

/** A signed-in user who makes calls like a browser. */
export interface Caller {
  cookie: string
  query: <Result>(path: string, input?: object) => Promise<Result>
  /** A repetition with the same key takes effect once. */
  change: <Result = { id: string }>(path: string, input: object, key?: string) => Promise<Result>
  /** Requests any other URL of the portal. */
  fetch: (path: string, options?: RequestInit) => Promise<Response>
}

const LIMIT_MS = 45_000

export function callerAt(url: string, cookie: string, headers: Record<string, string> = {}): Caller {
  const fetchOk = async (path: string, options: RequestInit = {}): Promise<Response> => {
    const answer = await fetch(url + path, {
      ...options,
      headers: { origin: url, cookie, ...headers, ...options.headers },
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    if (!answer.ok) throw new Refused(path, answer.status, await answer.text())
    return answer
  }
  const data = async (answer: Response) => (await answer.json()).result.data
  return {
    cookie,
    fetch: fetchOk,
    query: async (path, input = {}) =>
      data(await fetchOk(`/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`)),
    change: async (path, input, key) =>
      data(
        await fetchOk(`/trpc/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
          body: JSON.stringify(input),
        }),
      ),
  }
}
