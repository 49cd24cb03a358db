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

interface QueryStateProps {
  query: Query<unknown>
  /** Placeholder while loading; nothing is shown while the query is disabled. */
  loading: ReactNode
}

/** Shown instead of missing data: a placeholder while loading, the error, or an offline notice. */
export function QueryState({ query, loading }: QueryStateProps) {
  if (query.error !== null) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (query.fetchStatus === 'paused') {
    return (
      <EmptyState
        drawing="broken"
        title="You’re offline"
        message="This loads as soon as you’re back online."
      />
    )
  }
  return query.fetchStatus === 'idle' && query.data === undefined ? null : loading
}
