import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#client/components/empty-state.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { formatDate } from '#client/lib/dates.ts'
import type { InvoiceDto } from '#shared/invoices.ts'
import { places } from '#shared/links.ts'
import { formatMoney } from '#shared/money.ts'
import classes from './dashboard.module.css'

export function RecentInvoices({ invoices }: { invoices: InvoiceDto[] }) {
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
              {[invoice.number, `Due ${formatDate(invoice.due_next)}`].filter(Boolean).join(' · ')}
            </Text>
          </div>
          <Text size="sm">{formatMoney(invoice.amount, invoice.currency)}</Text>
          <StatusBadge status={invoice.status} label={invoice.status} />
        </li>
      ))}
    </ul>
  )
}
