import type { ReactNode } from 'react'
import { Dialog } from '../dialogs/dialog.tsx'
import { Loading } from '../states/loading.tsx'
import { type Query, QueryState } from '../states/query-state.tsx'
import { readQuery } from '../states/read-query.ts'

interface EditDialogProps<Data> {
  title: string
  /** Queried with `staleTime: 0` so that the form starts from the server's current values. */
  query: Query<Data> & { isFetchedAfterMount: boolean }
  onClose: () => void
  /** Renders the form in its own dialog. */
  children: (record: Data) => ReactNode
}

/** Loads the record before opening its form. */
export function EditDialog<Data>({ title, query, onClose, children }: EditDialogProps<Data>) {
  const read = readQuery(query)
  if (read.data !== undefined && query.isFetchedAfterMount) return children(read.data)
  return <LoadingDialog title={title} query={read} onClose={onClose} />
}

interface LoadingDialogProps {
  title: string
  query: Query<unknown>
  onClose: () => void
}

function LoadingDialog({ title, query, onClose }: LoadingDialogProps) {
  return (
    <Dialog title={title} opened onClose={onClose}>
      <QueryState query={query} loading={<Loading />} />
    </Dialog>
  )
}
