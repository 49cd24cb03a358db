import type { ReactNode } from 'react'
import { DetailDrawer } from './detail-drawer.tsx'
import { DetailSkeleton } from './detail-skeleton.tsx'
import { type Query, Unanswered } from './unanswered.tsx'

interface RecordDrawerProps<Data> {
  query: Query<Data>
  title: ReactNode
  opened: boolean
  onClose: () => void
  children: (record: Data) => ReactNode
}

/** The drawer of one record. */
export function RecordDrawer<Data>({ query, children, ...drawer }: RecordDrawerProps<Data>) {
  return (
    <DetailDrawer {...drawer}>
      {query.data === undefined ? (
        <Unanswered query={query} loading={<DetailSkeleton />} />
      ) : (
        children(query.data)
      )}
    </DetailDrawer>
  )
}
