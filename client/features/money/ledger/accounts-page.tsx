import { Button, Skeleton, Tabs } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ComponentType, Suspense } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { Page } from '#client/components/page.tsx'
import { TabList } from '#client/components/tab-list.tsx'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan, useUser } from '#client/lib/session/session.ts'
import { type AccountsView, accountsSearch } from './accounts-search.ts'
import classes from './finance.module.css'
import { Overview } from './overview.tsx'
import { PeriodPicker } from './period-picker.tsx'

const EditExpenseDialog = lazyLayer(() => import('./expenses/expense-dialog.tsx'), 'EditExpenseDialog')
const ExpenseDialog = lazyLayer(() => import('./expenses/expense-dialog.tsx'), 'ExpenseDialog')

const Profits = lazyComponent(() => import('./profit/profits.tsx'), 'Profits')
const Taxes = lazyComponent(() => import('./taxes/taxes.tsx'), 'Taxes')
const Returns = lazyComponent(() => import('./returns/returns.tsx'), 'Returns')
const Aging = lazyComponent(() => import('./aging/aging-report.tsx'), 'AgingReport')
const Payouts = lazyComponent(() => import('./payouts/payouts.tsx'), 'Payouts')
const Bank = lazyComponent(() => import('../bank/bank.tsx'), 'Bank')
const Closing = lazyComponent(() => import('./periods/closing.tsx'), 'Closing')
const Export = lazyComponent(() => import('./export/export.tsx'), 'Export')

interface AccountsTab {
  name: AccountsView
  label: string
  View: ComponentType
  /** Only agencies have this tab; the platform's own books don't. */
  ofAgency?: boolean
}

const VIEWS: readonly AccountsTab[] = [
  { name: 'overview', label: 'Overview', View: Overview },
  { name: 'profit', label: 'Profit', View: Profits, ofAgency: true },
  { name: 'taxes', label: 'Taxes', View: Taxes },
  { name: 'returns', label: 'Returns', View: Returns, ofAgency: true },
  { name: 'ageing', label: 'Aging', View: Aging },
  { name: 'payouts', label: 'Provider payouts', View: Payouts },
  { name: 'bank', label: 'Bank', View: Bank, ofAgency: true },
  { name: 'export', label: 'Export', View: Export, ofAgency: true },
  { name: 'closing', label: 'Closing', View: Closing, ofAgency: true },
]

/** These tabs select their own dates. */
const WITHOUT_PERIOD: readonly AccountsView[] = ['returns', 'ageing', 'bank', 'closing']

export function AccountsPage() {
  const [state, setState] = useSearchState(accountsSearch)
  const { viewing_as, agency_id } = useUser()
  const write = useCan('finance.write') && !viewing_as
  const views = VIEWS.filter(({ ofAgency = false }) => !ofAgency || agency_id !== null)
  const shown = views.some(({ name }) => name === state.view) ? state.view : 'overview'
  return (
    <Page
      title="Accounts & Finance"
      actions={
        <>
          {!WITHOUT_PERIOD.includes(shown) && <PeriodPicker />}
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
      <Tabs
        value={shown}
        onChange={(view) =>
          setState(
            { view: accountsSearch.params.view(view), rate: null, figure: null, payout: null, line: null },
            'push',
          )
        }
        keepMounted={false}
      >
        <TabList value={shown} mb="md" className={classes.tabs}>
          {views.map(({ name, label }) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </TabList>
        <Suspense fallback={<Skeleton h={240} />}>
          {views.map(({ name, View }) => (
            <Tabs.Panel key={name} value={name} className={classes.view}>
              <View />
            </Tabs.Panel>
          ))}
        </Suspense>
      </Tabs>
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
