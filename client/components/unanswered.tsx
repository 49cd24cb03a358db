import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

/** What `trpc.x.get.useQuery(…)` answers with. */
export interface Query<Data> {
  data: Data | undefined
  error: unknown
  fetchStatus: 'fetching' | 'paused' | 'idle'
  refetch: () => unknown
}

interface UnansweredProps {
  query: Query<unknown>
  /** The answer's outline; nothing is shown while nothing is asked. */
  loading: ReactNode
}

/** In place of data that is not there: still being asked for, or not to be had. */
export function Unanswered({ query, loading }: UnansweredProps) {
  if (query.error !== null) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return query.fetchStatus === 'idle' ? null : loading
}
