import { httpBatchStreamLink, httpSubscriptionLink, splitLink } from '@trpc/client'
import { createTRPCReact } from '@trpc/react-query'
import type { inferRouterInputs } from '@trpc/server'
import type { AppRouter } from '#server/router.ts'
import { MAX_BATCH, MAX_URL_LENGTH, RPC_PATH } from '../calls/api.ts'
import { keyHeader, keyMutations } from '../calls/request-keys.ts'
import { resumeSession } from '../session/resume-session.ts'

export type Inputs = inferRouterInputs<AppRouter>

export const trpc = createTRPCReact<AppRouter>()

/**
 * Chromium reports a request as failed if a script stops reading its stream before the network ends it, which
 * tRPC's stream reader always does. Having the browser read a copy to the end prevents that.
 */
const fetchToEnd: typeof fetch = async (url, options) => {
  const controller = new AbortController()
  const abort = () => controller.abort()
  options?.signal?.addEventListener('abort', abort)
  const response = await fetch(url, { ...options, signal: controller.signal })
  options?.signal?.removeEventListener('abort', abort)
  response
    .clone()
    .text()
    .catch(() => {})
  return response
}

/** Streams each response of a batch as it settles; subscriptions use server-sent events. */
export const trpcClient = trpc.createClient({
  links: [
    keyMutations(),
    resumeSession(),
    splitLink({
      condition: (operation) => operation.type === 'subscription',
      true: httpSubscriptionLink({ url: RPC_PATH }),
      false: httpBatchStreamLink({
        url: RPC_PATH,
        maxItems: MAX_BATCH,
        maxURLLength: MAX_URL_LENGTH,
        headers: ({ opList }) => keyHeader(opList),
        fetch: fetchToEnd,
      }),
    }),
  ],
})

/** Options for infinite lists: the server returns the next cursor, null on the last page. */
export const byCursor = {
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
}
