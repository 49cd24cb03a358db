import { Progress, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { titled } from '#client/lib/labels.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { type Breakdown, type FinanceSummaryDto, MAX_PARTS } from '#shared/money/ledger/finance.ts'
import { accountsSearch } from './accounts-search.ts'
import classes from './finance.module.css'
import { Panel } from './panel.tsx'

const PARTS = [
  { title: 'Income by category', key: 'income_by_category', filter: 'category', direction: 'income' },
  { title: 'Expenses by category', key: 'expenses_by_category', filter: 'category', direction: 'expense' },
  { title: 'Income by client', key: 'income_by_client', filter: 'client', direction: 'income' },
  { title: 'Income by project', key: 'income_by_project', filter: 'project', direction: 'income' },
] as const

/** Income and expense breakdowns; each part links to its transactions. */
export function Breakdowns({ summary }: { summary: FinanceSummaryDto | undefined }) {
  const [{ period, from, to }] = useSearchState(accountsSearch)
  const current = { period, from: from ?? undefined, to: to ?? undefined }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {PARTS.map(({ title, key, filter, direction }) => (
        <Panel key={key} title={title}>
          {summary === undefined ? (
            <Skeleton h={80} data-coming />
          ) : (
            <Parts
              parts={summary[key]}
              currency={summary.currency}
              named={filter !== 'category'}
              searchOf={(part) => ({ ...current, direction, [filter]: part.key })}
            />
          )}
        </Panel>
      ))}
    </SimpleGrid>
  )
}

interface PartsProps {
  parts: Breakdown[]
  currency: string
  /** These labels are names, not category keys. */
  named: boolean
  searchOf: (part: Breakdown) => ReturnType<typeof accountsSearch.validate>
}

function Parts({ parts, currency, named, searchOf }: PartsProps) {
  if (parts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No data for this period.
      </Text>
    )
  }
  return (
    <>
      <ul className={classes.parts}>
        {parts.map((part) => (
          <li key={part.key} className={classes.part}>
            <Link to="/accounts" search={searchOf(part)}>
              {named ? part.label : titled(part.label)}
            </Link>
            <span>{formatMoney(part.amount, currency)}</span>
            <span className={classes.share}>{part.share}%</span>
            <Progress className={classes.bar} value={Math.max(0, part.share)} size="xs" aria-hidden />
          </li>
        ))}
      </ul>
      {named && parts.length === MAX_PARTS && (
        <Text size="xs" c="dimmed">
          {`The largest ${MAX_PARTS} are shown.`}
        </Text>
      )}
    </>
  )
}
