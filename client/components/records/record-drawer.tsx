import type { ReactNode } from 'react'
import { type Query, QueryState } from '../states/query-state.tsx'
import { DetailDrawer } from './detail-drawer.tsx'
import { DetailSkeleton } from './detail-skeleton.tsx'

interface RecordDrawerProps<Data> {
  query: Query<Data>
  title: ReactNode
  opened: boolean
  onClose: () => void
  children: (record: Data) => ReactNode
}

/** A record's drawer. */
export function RecordDrawer<Data>({ query, children, ...drawer }: RecordDrawerProps<Data>) {
  // Read at once: a drawer mounts its content later, and a query reports changes only of fields that were read.
  const { data, error, fetchStatus, refetch } = query
  return (
    <DetailDrawer {...drawer}>
      {data === undefined ? (
        <QueryState query={{ data, error, fetchStatus, refetch }} loading={<DetailSkeleton />} />
      ) : (
        children(data)
      )}
    </DetailDrawer>
  )
}
