import { DataList } from '#client/components/lists/data-list.tsx'
import { DetailDrawer } from '#client/components/records/detail-drawer.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { byCursor, trpc } from '#client/lib/calls/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { taxLabel } from '#shared/money/ledger/tax-report.ts'
import { accountsSearch } from '../accounts-search.ts'
import { usePeriod } from '../period-picker.tsx'
import { DocumentRow } from './document-row.tsx'
import { rateOf, type ShownRate } from './shown-rate.ts'

/** The documents behind the figure named in the URL. */
export function TaxDocuments() {
  const [{ rate }, setState] = useSearchState(accountsSearch)
  const shown = rate === null ? null : rateOf(rate)
  return (
    <DetailDrawer
      title={shown && [taxLabel(shown), shown.currency].filter(Boolean).join(', ')}
      opened={shown !== null}
      onClose={() => setState({ rate: null })}
    >
      {shown !== null && <Documents shown={shown} />}
    </DetailDrawer>
  )
}

function Documents({ shown }: { shown: ShownRate }) {
  const [{ basis }] = useSearchState(accountsSearch)
  const filter = { ...usePeriod(), ...shown, basis }
  const list = trpc.finance.taxDocuments.useInfiniteQuery(filter, byCursor)
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
