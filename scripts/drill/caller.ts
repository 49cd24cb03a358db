/** The portal answered, and said no. */
export class Refused extends Error {
  readonly status: number

  constructor(path: string, status: number, text: string) {
    super(`${path} answered ${status}: ${text.slice(0, 300)}`)
    this.status = status
  }
}

/** A refusal that blames the caller, who did nothing wrong here. */
export const blamesCaller = (error: unknown): error is Refused =>
  error instanceof Refused && error.status < 500 && error.status !== 408 && !isUnbooked(error)

/** The money was taken and the database went away before the books had it: asked again, the same call books it. */
const isUnbooked = ({ message }: Refused): boolean => message.includes('"reason":"not_booked"')

/** Nobody listened. */
export const wasNeverSent = (error: unknown): boolean =>
  (error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED'

/** Somebody who is signed in, calling as a browser does. */
export interface Caller {
  cookie: string
  query: <Result>(path: string, input?: object) => Promise<Result>
  /** The same with the same key takes effect once. */
  change: <Result = { id: string }>(path: string, input: object, key?: string) => Promise<Result>
  /** Any other address of the portal. */
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
