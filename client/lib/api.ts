import type { TRPCClient } from '@trpc/client'
import type { AppRouter } from '#server/trpc/router.ts'
import type { ErrorData } from './errors.ts'

/** Longest address of a query and most calls of one request; the server's own limits. */
export const MAX_BATCH = 10
export const MAX_URL_LENGTH = 2000
export const RPC_PATH = '/trpc'

/** A refused call, with the server's words; `data` is missing when no server answered. */
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
  if (answer?.result === undefined) throw new ApiError(`The server answered with status ${response.status}.`)
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
 * The plain client of the first screen: session and sign-in, without cache, batches or React. Typed like
 * tRPC's own client, which would cost the sign-in screen a tenth of its size.
 */
export const api = new Proxy({}, { get: (_target, domain: string) => routerNamed(domain) }) as Pick<
  TRPCClient<AppRouter>,
  'auth' | 'invitations'
>
