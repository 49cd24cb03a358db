/** The portal answered, and said no. */
export class Refused extends Error {
  readonly status: number

  constructor(path: string, status: number, text: string) {
    super(`${path} answered ${status}: ${text.slice(0, 300)}`)
    this.status = status
  }
}

/** Somebody who is signed in, calling as a browser does. */
export interface Caller {
  cookie: string
  query: <Result>(path: string, input?: object) => Promise<Result>
  change: <Result = { id: string }>(path: string, input: object) => Promise<Result>
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
    change: async (path, input) =>
      data(
        await fetchOk(`/trpc/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input),
        }),
      ),
  }
}
