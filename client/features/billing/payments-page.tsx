import { Tabs } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { DetailSkeleton } from '#client/components/detail-skeleton.tsx'
import { lazyLayer } from '#client/components/lazy-layer.tsx'
import { Page } from '#client/components/page.tsx'
import { useUser } from '#client/lib/session.ts'
import { CardsButton } from '../payments/cards/cards-button.tsx'
import classes from '../payments/payments.module.css'
import { paymentsSearch } from '../payments/payments-search.ts'
import { SubscriptionsPanel } from '../payments/plans/subscriptions-panel.tsx'
import { usePaymentsSearch } from '../payments/use-payments-search.ts'
import { SecurityNote } from './security-note.tsx'

const CardsDrawer = lazyLayer(() => import('../payments/cards/cards-drawer.tsx'), 'CardsDrawer', 'cards')
const InvoicesPanel = lazyLayer(() => import('../invoices/invoices-panel.tsx'), 'InvoicesPanel')
const HistoryPanel = lazyLayer(() => import('./history-panel.tsx'), 'HistoryPanel')
const QuickPayPanel = lazyLayer(() => import('./quick-pay-panel.tsx'), 'QuickPayPanel')
const InvoicePage = lazy(() =>
  import('../invoices/detail/invoice-page.tsx').then((module) => ({ default: module.InvoicePage })),
)

const ReceiptPage = lazy(() =>
  import('./receipt-page.tsx').then((module) => ({ default: module.ReceiptPage })),
)

/** Plans, invoices and payments, or the invoice or receipt that the address names. */
export function PaymentsPage() {
  const [{ invoice, receipt }] = usePaymentsSearch()
  if (invoice === null && receipt === null) return <PaymentsTabs />
  return (
    <Suspense fallback={<DetailSkeleton />}>
      {invoice === null ? (
        <ReceiptPage key={receipt} id={receipt ?? ''} />
      ) : (
        <InvoicePage key={invoice} id={invoice} />
      )}
    </Suspense>
  )
}

function PaymentsTabs() {
  const [{ tab }, setState] = usePaymentsSearch()
  const { viewing_as } = useUser()
  // Filters and dialogs belong to the previous tab.
  const openTab = (next: string | null) =>
    setState({ ...paymentsSearch.defaults, tab: paymentsSearch.params.tab(next) })
  return (
    <Page title="Payments" actions={viewing_as ? undefined : <CardsButton />}>
      <Tabs value={tab} onChange={openTab}>
        <Tabs.List mb="md" className={classes.tabs}>
          <Tabs.Tab value="subscriptions">Subscriptions</Tabs.Tab>
          <Tabs.Tab value="invoices">Invoices</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
          <Tabs.Tab value="quick-pay">Quick Pay</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="subscriptions" className={classes.panel}>
          <SubscriptionsPanel />
        </Tabs.Panel>
        <Tabs.Panel value="invoices" className={classes.panel}>
          <InvoicesPanel />
        </Tabs.Panel>
        <Tabs.Panel value="history" className={classes.panel}>
          <HistoryPanel />
        </Tabs.Panel>
        <Tabs.Panel value="quick-pay" className={classes.panel}>
          <QuickPayPanel />
        </Tabs.Panel>
      </Tabs>
      <SecurityNote />
      <CardsDrawer />
    </Page>
  )
}
