import { MutationCache, QueryClient } from '@tanstack/react-query'
import { errorData } from '../calls/errors.ts'
import { takeFirstAnswers } from './first-answers.ts'
import { refreshQueries } from './refresh.ts'

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

/** Rejected calls aren't retried; other failures are retried three times. */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < MAX_RETRIES && !FINAL.includes(errorData(error).code ?? '')

export const retryDelay = (attempt: number): number => Math.min(1000 * 2 ** attempt, MAX_BACKOFF_MS)

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _context, mutation) => {
        if (mutation.meta?.refresh !== false) refreshQueries(client)
      },
    }),
    defaultOptions: {
      queries: { gcTime: GC_MS, staleTime: STALE_MS, retry: shouldRetry, retryDelay },
      // Otherwise a change made offline would wait silently, and take effect once back online.
      mutations: { networkMode: 'always' },
    },
  })
  for (const { key, data } of takeFirstAnswers()) client.setQueryData(key, data)
  return client
}
