import { Button, SimpleGrid } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { ErrorState } from '#client/components/error-state.tsx'
import { Page } from '#client/components/page.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan, useUser } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { accountsSearch } from './accounts-search.ts'
import { Aging } from './aging.tsx'
import { Breakdowns } from './breakdowns.tsx'
import { EditExpenseDialog, ExpenseDialog } from './expense-dialog.tsx'
import { FinanceTiles } from './finance-tiles.tsx'
import { MissingRates } from './missing-rates.tsx'
import { Months } from './months.tsx'
import { PeriodPicker, usePeriod } from './period-picker.tsx'
import { Transactions } from './transactions.tsx'

export function AccountsPage() {
  const [state, setState] = useSearchState(accountsSearch)
  const { viewing_as } = useUser()
  const write = useCan('finance.write') && !viewing_as
  const period = usePeriod()
  const summary = trpc.finance.summary.useQuery(period, { placeholderData: (old) => old })
  return (
    <Page
      title="Accounts & Finance"
      actions={
        <>
          <PeriodPicker />
          {write && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setState({ new: true }, 'push')}
            >
              Add expense
            </Button>
          )}
        </>
      }
    >
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
      {write && state.new && <ExpenseDialog onClose={() => setState({ new: false })} />}
      {state.expense !== null && (
        <EditExpenseDialog
          key={state.expense}
          id={state.expense}
          onClose={() => setState({ expense: null })}
        />
      )}
    </Page>
  )
}
