import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { places } from '#shared/base/links.ts'
import type { RecentInvoice } from '#shared/overview/dashboard.ts'
import { invoiceDate, listedAmount } from '../../../money/invoices/invoice/invoice-labels.ts'
import classes from '../dashboard.module.css'

export function RecentInvoices({ invoices }: { invoices: RecentInvoice[] }) {
  if (invoices.length === 0) {
    return (
      <EmptyState drawing="folder" title="No invoices yet" message="Invoices from your agency appear here." />
    )
  }
  return (
    <ul className={classes.panel} aria-label="Recent invoices">
      {invoices.map((invoice) => (
        <li key={invoice.id} className={classes.row}>
          <div className={classes.what}>
            <Link {...places.invoice(invoice.id)} className={classes.link}>
              {invoice.title}
            </Link>
            <Text size="sm" c="dimmed">
              {[invoice.number, invoiceDate(invoice)].filter(Boolean).join(' · ')}
            </Text>
          </div>
          <Text size="sm">{formatMoney(listedAmount(invoice), invoice.currency)}</Text>
          <StatusBadge {...invoice.badge} />
        </li>
      ))}
    </ul>
  )
}
