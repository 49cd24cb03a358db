import type { TRPCClient } from '@trpc/client'
import type { AppRouter } from '#server/router.ts'
import type { ErrorData } from './errors.ts'

/** Maximum URL length and calls per request, the same limits as on the server. */
export const MAX_BATCH = 10
export const MAX_URL_LENGTH = 2000
export const RPC_PATH = '/trpc'

/** A failed call with the server's message; `data` is missing if no server responded. */
export class ApiError extends Error {
  readonly data: ErrorData | undefined

  constructor(message: string, data?: ErrorData) {
    super(message)
    this.name = 'ApiError'
    this.data = data
  }
}

interface Answer {
  result?: { data: unknown }
  error?: { message: string; data: ErrorData }
}

async function call(path: string, type: 'query' | 'mutate', input: unknown): Promise<unknown> {
  const body = input === undefined ? undefined : JSON.stringify(input)
  const address = `${RPC_PATH}/${path}`
  const response = await (type === 'mutate'
    ? fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    : fetch(body === undefined ? address : `${address}?input=${encodeURIComponent(body)}`))
  const answer: Answer | null = await response.json().catch(() => null)
  if (answer?.error !== undefined) throw new ApiError(answer.error.message, answer.error.data)
  if (answer?.result === undefined) throw new ApiError(`The server responded with status ${response.status}.`)
  return answer.result.data
}

const routerNamed = (domain: string) =>
  new Proxy(
    {},
    {
      get: (_target, procedure: string) => ({
        query: (input?: unknown) => call(`${domain}.${procedure}`, 'query', input),
        mutate: (input?: unknown) => call(`${domain}.${procedure}`, 'mutate', input),
      }),
    },
  )

/**
 * A minimal client for session and sign-in, without cache, batching or React. It is typed like tRPC's client,
 * which would add about a tenth to the sign-in screen's size.
 */
export const api = new Proxy({}, { get: (_target, domain: string) => routerNamed(domain) }) as Pick<
  TRPCClient<AppRouter>,
  'auth' | 'invitations'
>
