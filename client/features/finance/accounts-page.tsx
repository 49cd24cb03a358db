import { Button, Skeleton, Tabs } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { lazyLayer } from '#client/components/lazy-layer.tsx'
import { Page } from '#client/components/page.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan, useUser } from '#client/lib/session.ts'
import { accountsSearch } from './accounts-search.ts'
import classes from './finance.module.css'
import { Overview } from './overview.tsx'
import { PeriodPicker } from './period-picker.tsx'

const EditExpenseDialog = lazyLayer(() => import('./expense-dialog.tsx'), 'EditExpenseDialog')
const ExpenseDialog = lazyLayer(() => import('./expense-dialog.tsx'), 'ExpenseDialog')

const Taxes = lazy(() => import('./taxes/taxes.tsx').then((module) => ({ default: module.Taxes })))
const Ageing = lazy(() =>
  import('./ageing/ageing-report.tsx').then((module) => ({ default: module.AgeingReport })),
)
const Payouts = lazy(() => import('./payouts/payouts.tsx').then((module) => ({ default: module.Payouts })))
const Export = lazy(() => import('./export/export.tsx').then((module) => ({ default: module.Export })))

export function AccountsPage() {
  const [state, setState] = useSearchState(accountsSearch)
  const { viewing_as, agency_id } = useUser()
  const write = useCan('finance.write') && !viewing_as
  return (
    <Page
      title="Accounts & Finance"
      actions={
        <>
          {state.view !== 'ageing' && <PeriodPicker />}
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
        value={state.view}
        onChange={(view) =>
          setState({ view: accountsSearch.params.view(view), rate: null, payout: null }, 'push')
        }
        keepMounted={false}
      >
        <Tabs.List mb="md" className={classes.tabs}>
          <Tabs.Tab value="overview">Overview</Tabs.Tab>
          <Tabs.Tab value="taxes">Taxes</Tabs.Tab>
          <Tabs.Tab value="ageing">Ageing</Tabs.Tab>
          <Tabs.Tab value="payouts">Provider payouts</Tabs.Tab>
          {agency_id !== null && <Tabs.Tab value="export">Export</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="overview" className={classes.view}>
          <Overview />
        </Tabs.Panel>
        <Suspense fallback={<Skeleton h={240} />}>
          <Tabs.Panel value="taxes" className={classes.view}>
            <Taxes />
          </Tabs.Panel>
          <Tabs.Panel value="ageing" className={classes.view}>
            <Ageing />
          </Tabs.Panel>
          <Tabs.Panel value="payouts" className={classes.view}>
            <Payouts />
          </Tabs.Panel>
          {agency_id !== null && (
            <Tabs.Panel value="export" className={classes.view}>
              <Export />
            </Tabs.Panel>
          )}
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
