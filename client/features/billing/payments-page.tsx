import { Tabs } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Page } from '#client/components/page.tsx'
import { DetailSkeleton } from '#client/components/record-drawer.tsx'
import { useUser } from '#client/lib/session.ts'
import { InvoicesPanel } from '../invoices/invoices-panel.tsx'
import { CardsButton, CardsDrawer } from '../payments/cards/cards-drawer.tsx'
import classes from '../payments/payments.module.css'
import { paymentsSearch } from '../payments/payments-search.ts'
import { SubscriptionsPanel } from '../payments/plans/subscriptions-panel.tsx'
import { usePaymentsSearch } from '../payments/use-payments-search.ts'
import { HistoryPanel } from './history-panel.tsx'
import { QuickPayPanel } from './quick-pay-panel.tsx'
import { SecurityNote } from './security-note.tsx'

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
