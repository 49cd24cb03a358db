import { StatTile, StatTiles } from '#client/components/marks/stat-tile.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { formatCard } from '#shared/base/amounts/money.ts'
import type { FinanceFigures, FinanceSummaryDto } from '#shared/money/ledger/finance.ts'
import { accountsSearch } from './accounts-search.ts'
import { changeOf } from './period.ts'

const TILES = [
  { key: 'revenue', label: 'Total Revenue', direction: 'income' },
  { key: 'expenses', label: 'Expenses', direction: 'expense' },
  { key: 'net', label: 'Net Profit', direction: undefined },
] as const

/** The tax payable for the period. */
const taxOf = ({ tax_collected, input_tax }: FinanceFigures): number => tax_collected - input_tax

/** The period's figures net of tax, each compared with the previous period. */
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
        label="Tax collected"
        value={summary && money(taxOf(summary.current))}
        hint={summary && taxHint(summary.current, money)}
        to="/accounts"
        search={{ view: 'taxes', basis: 'paid', period, from: from ?? undefined, to: to ?? undefined }}
      />
      {summary !== undefined && summary.current.provider_fees !== 0 && (
        <StatTile
          label="Net received"
          value={money(summary.current.net_received)}
          hint={`payments, less ${money(summary.current.provider_fees)} fees`}
          to="/accounts"
          search={{ view: 'payouts', period, from: from ?? undefined, to: to ?? undefined }}
        />
      )}
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

function taxHint({ input_tax, tax_paid }: FinanceFigures, money: (amount: number) => string): string {
  const owed = input_tax === 0 ? 'owed to the tax office' : `less ${money(input_tax)} input tax`
  return tax_paid === 0 ? owed : `${owed}, ${money(tax_paid)} paid`
}

function hintOf(current: number, previous: number, money: (amount: number) => string): string {
  const change = changeOf(current, previous)
  return change === null ? `${money(previous)} in the previous period` : `${change} from ${money(previous)}`
}
