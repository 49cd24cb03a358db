import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

/** The result of `trpc.x.get.useQuery(…)`. */
export interface Query<Data> {
  data: Data | undefined
  error: unknown
  fetchStatus: 'fetching' | 'paused' | 'idle'
  refetch: () => unknown
}

interface UnansweredProps {
  query: Query<unknown>
  /** Placeholder while loading; nothing is shown while the query is disabled. */
  loading: ReactNode
}

/** Replaces missing data: a placeholder while loading, or the error. */
export function Unanswered({ query, loading }: UnansweredProps) {
  if (query.error !== null) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return query.fetchStatus === 'idle' ? null : loading
}
