import { DetailDrawer } from '#client/components/records/detail-drawer.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import type { TaxReturnDto } from '#shared/money/ledger/returns.ts'
import { accountsSearch } from '../accounts-search.ts'
import { DocumentList } from '../taxes/document-list.tsx'

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
  return <DocumentList query={list} />
}
