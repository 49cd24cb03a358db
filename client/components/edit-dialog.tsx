import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { Loading } from './loading.tsx'
import { type Query, Unanswered } from './unanswered.tsx'

interface EditDialogProps<Data> {
  title: string
  /** Asked with `staleTime: 0`: a form starts from what the server has now. */
  query: Query<Data> & { isFetchedAfterMount: boolean }
  onClose: () => void
  /** The form in its own dialog. */
  children: (record: Data) => ReactNode
}

/** Waits for the record before its form opens. */
export function EditDialog<Data>({ title, query, onClose, children }: EditDialogProps<Data>) {
  if (query.data !== undefined && query.isFetchedAfterMount) return children(query.data)
  return (
    <Modal title={title} opened onClose={onClose} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Unanswered query={query} loading={<Loading />} />
    </Modal>
  )
}
