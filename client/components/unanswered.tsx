import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'
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

/** Replaces data that is not shown yet: a placeholder while it loads, the error, or that there is no connection. */
export function Unanswered({ query, loading }: UnansweredProps) {
  if (query.error !== null) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (query.fetchStatus === 'paused') {
    return (
      <EmptyState
        drawing="broken"
        title="You're offline"
        message="This loads by itself as soon as the connection is back."
      />
    )
  }
  return query.fetchStatus === 'idle' && query.data === undefined ? null : loading
}
