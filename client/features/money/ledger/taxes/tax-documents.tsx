import { DetailDrawer } from '#client/components/records/detail-drawer.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { taxLabel } from '#shared/money/ledger/taxes/tax-report.ts'
import { accountsSearch } from '../accounts-search.ts'
import { usePeriod } from '../period-picker.tsx'
import { DocumentList } from './document-list.tsx'
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
  return <DocumentList query={list} />
}
