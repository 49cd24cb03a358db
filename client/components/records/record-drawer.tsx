import type { ReactNode } from 'react'
import { type Query, QueryState } from '../states/query-state.tsx'
import { readQuery } from '../states/read-query.ts'
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
  const read = readQuery(query)
  return (
    <DetailDrawer {...drawer}>
      {read.data === undefined ? (
        <QueryState query={read} loading={<DetailSkeleton />} />
      ) : (
        children(read.data)
      )}
    </DetailDrawer>
  )
}
