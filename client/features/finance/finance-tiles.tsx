import { StatTile, StatTiles } from '#client/components/stat-tile.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import type { FinanceSummaryDto } from '#shared/finance.ts'
import { formatCard } from '#shared/money.ts'
import { accountsSearch } from './accounts-search.ts'
import { changeOf } from './period.ts'

const TILES = [
  { key: 'revenue', label: 'Total Revenue', direction: 'income' },
  { key: 'expenses', label: 'Expenses', direction: 'expense' },
  { key: 'net', label: 'Net Profit', direction: undefined },
] as const

/** The period's figures, each compared with the previous period. */
export function FinanceTiles({ summary }: { summary: FinanceSummaryDto | undefined }) {
  const [{ period, from, to }] = useSearchState(accountsSearch)
  const money = (amount: number) => formatCard(amount, summary?.currency ?? 'USD')
  return (
    <StatTiles>
      {TILES.map(({ key, label, direction }) => (
        <StatTile
          key={key}
          label={label}
          value={summary && money(summary.current[key])}
          hint={summary?.previous && hintOf(summary.current[key], summary.previous[key], money)}
          to="/accounts"
          search={{ period, from: from ?? undefined, to: to ?? undefined, direction }}
        />
      ))}
      <StatTile
        label="Outstanding"
        value={summary && money(summary.outstanding.total)}
        hint="on open invoices today"
        to="/payments"
        search={{ tab: 'invoices', status: 'open' }}
      />
    </StatTiles>
  )
}

function hintOf(current: number, previous: number, money: (amount: number) => string): string {
  const change = changeOf(current, previous)
  return change === null ? `${money(previous)} in the previous period` : `${change} from ${money(previous)}`
}
