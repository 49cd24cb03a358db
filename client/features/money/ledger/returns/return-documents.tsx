import { DataList } from '#client/components/lists/data-list.tsx'
import { DetailDrawer } from '#client/components/records/detail-drawer.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { byCursor, trpc } from '#client/lib/calls/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import type { TaxReturnDto } from '#shared/money/ledger/returns.ts'
import { accountsSearch } from '../accounts-search.ts'
import { DocumentRow } from '../taxes/document-row.tsx'

/** The documents behind the figure of the return named in the URL. */
export function ReturnDocuments({ found }: { found: TaxReturnDto }) {
  const [{ figure }, setState] = useSearchState(accountsSearch)
  return (
    <DetailDrawer
      title={figure === null ? null : titleOf(found, figure)}
      opened={figure !== null}
      onClose={() => setState({ figure: null })}
    >
      {figure !== null && <Documents found={found} figure={figure} />}
    </DetailDrawer>
  )
}

function titleOf({ boxes, rest, table }: TaxReturnDto, figure: string): string {
  const box = boxes.find(({ key }) => key === figure)
  if (box !== undefined) return box.code === null ? box.label : `Box ${box.code}: ${box.label}`
  const line = table?.lines.find(({ key }) => key === figure)
  return rest.find(({ key }) => key === figure)?.label ?? String(line?.cells[0] ?? figure)
}

function Documents({ found, figure }: { found: TaxReturnDto; figure: string }) {
  const { kind, from, to, basis } = found
  const list = trpc.finance.returnDocuments.useInfiniteQuery({ kind, from, to, basis, key: figure }, byCursor)
  return (
    <DataList
      query={list}
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
}
