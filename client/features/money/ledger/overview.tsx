import { SimpleGrid } from '@mantine/core'
import { ErrorState } from '#client/components/states/error-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { Aging } from './aging/aging.tsx'
import { Breakdowns } from './breakdowns.tsx'
import { FinanceTiles } from './finance-tiles.tsx'
import { Months } from './months/months.tsx'
import { usePeriod } from './period-picker.tsx'
import { MissingRates } from './rates/missing-rates.tsx'
import { Transactions } from './transactions.tsx'

/** The accounts of the period: figures, breakdowns and the transactions behind them. */
export function Overview() {
  const summary = trpc.finance.summary.useQuery(usePeriod(), { placeholderData: (old) => old })
  return (
    <>
      {summary.isError && summary.data === undefined ? (
        <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />
      ) : (
        <>
          <MissingRates />
          <FinanceTiles summary={summary.data} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            <Months />
            <Aging summary={summary.data} />
          </SimpleGrid>
          <Breakdowns summary={summary.data} />
        </>
      )}
      <Transactions />
    </>
  )
}
