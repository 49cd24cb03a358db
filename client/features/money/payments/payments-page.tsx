import { Tabs } from '@mantine/core'
import { Suspense } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { Page } from '#client/components/page.tsx'
import { DetailPageSkeleton } from '#client/components/records/detail-skeleton.tsx'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { whenUsed } from '#client/lib/loading/when-idle.ts'
import { useUser } from '#client/lib/session/session.ts'
import { paymentsSearch } from '../payments-search.ts'
import { usePaymentsSearch } from '../use-payments-search.ts'
import { CardsButton } from './cards/cards-button.tsx'
import classes from './payments.module.css'
import { SubscriptionsPanel } from './plans/subscriptions-panel.tsx'
import { SecurityNote } from './security-note.tsx'

const CardsDrawer = lazyLayer(() => import('./cards/cards-drawer.tsx'), 'CardsDrawer', 'cards')

const loadInvoices = () => import('../invoices/invoices-panel.tsx')
const loadHistory = () => import('./history/history-panel.tsx')
const loadQuickPay = () => import('./quick-pay-panel.tsx')
/** The tabs that load when first opened. */
const LATER = [
  { name: 'invoices', Panel: lazyComponent(loadInvoices, 'InvoicesPanel') },
  { name: 'history', Panel: lazyComponent(loadHistory, 'HistoryPanel') },
  { name: 'quick-pay', Panel: lazyComponent(loadQuickPay, 'QuickPayPanel') },
]
for (const load of [loadInvoices, loadHistory, loadQuickPay]) whenUsed(load)

const InvoicePage = lazyComponent(() => import('../invoices/detail/invoice-page.tsx'), 'InvoicePage')

const ReceiptPage = lazyComponent(() => import('./receipt/receipt-page.tsx'), 'ReceiptPage')

/** Plans, invoices and payments, or the invoice or receipt named in the URL. */
export function PaymentsPage() {
  const [{ invoice, receipt }] = usePaymentsSearch()
  if (invoice === null && receipt === null) return <PaymentsTabs />
  return (
    <Suspense fallback={<DetailPageSkeleton kind="Invoice" />}>
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
  // Filters and dialogs belong to the previous tab, so clear them.
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
        {LATER.map(({ name, Panel }) => (
          <Tabs.Panel key={name} value={name} className={classes.panel}>
            <Suspense fallback={<Skeletons layout="rows" height={56} />}>
              <Panel />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
      <SecurityNote />
      <CardsDrawer />
    </Page>
  )
}
