import type { ComponentProps } from 'react'
import { DataList, type ListQuery } from '#client/components/lists/data-list.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { DocumentRow } from './document-row.tsx'

type Listed = ComponentProps<typeof DocumentRow>['document']

/** The documents behind a figure. */
export const DocumentList = ({ query }: { query: ListQuery<Listed> }) => (
  <DataList
    query={query}
    label="Documents"
    layout="rows"
    itemKey={(document) => document.id}
    itemHeight={56}
    renderItem={(document) => <DocumentRow document={document} />}
    filtered={false}
    noMatchTitle="No documents"
    onClearFilters={() => undefined}
    empty={
      <EmptyState drawing="money" title="No documents in this period" message="Choose another period." />
    }
  />
)
