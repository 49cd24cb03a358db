import { createTRPCClient, httpBatchLink } from '@trpc/client'
import type { AppRouter } from '#server/trpc/router.ts'

/** Longest address of a query and most calls of one request; the server's own limits. */
export const MAX_BATCH = 10
export const MAX_URL_LENGTH = 2000
export const RPC_PATH = '/trpc'

/** The plain client of the first screen: session and sign-in, without React bindings or a cache. */
export const api = createTRPCClient<AppRouter>({
  links: [httpBatchLink({ url: RPC_PATH, maxItems: MAX_BATCH, maxURLLength: MAX_URL_LENGTH })],
})
