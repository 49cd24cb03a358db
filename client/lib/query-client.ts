import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { errorData } from './errors.ts'
import { takeFirstAnswers } from './first-answers.ts'
import { refreshQueries } from './refresh.ts'
import { refreshSession } from './session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `refresh: false` keeps the cached queries after a successful mutation. */
    mutationMeta: { refresh?: boolean }
  }
}

export const GC_MS = 5 * 60_000
const STALE_MS = 30_000
const MAX_RETRIES = 3
const MAX_BACKOFF_MS = 30_000
const FINAL = ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'BAD_REQUEST', 'CONFLICT']

/** Rejected calls aren't retried; anything else is retried three times. */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < MAX_RETRIES && !FINAL.includes(errorData(error).code ?? '')

export const retryDelay = (attempt: number): number => Math.min(1000 * 2 ** attempt, MAX_BACKOFF_MS)

/** If the session ended elsewhere, refetching it shows the sign-in screen. */
export function noticeSignedOut(error: unknown) {
  if (errorData(error).code === 'UNAUTHORIZED') void refreshSession()
}

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: noticeSignedOut }),
    mutationCache: new MutationCache({
      onError: noticeSignedOut,
      onSuccess: (_data, _variables, _context, mutation) => {
        if (mutation.meta?.refresh !== false) refreshQueries(client)
      },
    }),
    defaultOptions: {
      queries: { gcTime: GC_MS, staleTime: STALE_MS, retry: shouldRetry, retryDelay },
    },
  })
  for (const { key, data } of takeFirstAnswers()) client.setQueryData(key, data)
  return client
}
