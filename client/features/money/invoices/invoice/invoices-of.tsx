import { DataList } from '#client/components/lists/data-list.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { InvoiceLine } from './invoice-line.tsx'

interface InvoicesOfProps {
  of: { client_id: string } | { project_id: string }
  label: string
  /** Shown while there are none. */
  message: string
}

/** The invoices of one client or project. */
export function InvoicesOf({ of, label, message }: InvoicesOfProps) {
  const list = trpc.invoices.list.useInfiniteQuery(of, byCursor)
  return (
    <DataList
      query={list}
      label={label}
      layout="rows"
      itemKey={(invoice) => invoice.id}
      itemHeight={64}
      renderItem={(invoice) => <InvoiceLine invoice={invoice} />}
      filtered={false}
      noMatchTitle="No invoices found"
      onClearFilters={() => {}}
      empty={<EmptyState drawing="money" title="No invoices yet" message={message} />}
    />
  )
}
