import { Text } from '@mantine/core'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { Total } from './invoice-sheet.tsx'
import classes from './invoices.module.css'

/** The due dates of the installments, and what is left of each. */
export function Installments({ invoice }: { invoice: InvoiceDocumentDto }) {
  const { instalments, currency } = invoice
  if (instalments.length === 0) return null
  return (
    <dl className={classes.totals} aria-label="Installments">
      {instalments.map(({ due_date, amount, open }, index) => (
        <Total key={due_date} label={`${index + 1}. Due ${formatDate(due_date)}`}>
          {formatMoney(amount, currency)}
          {invoice.number !== null && (
            <Text span size="xs" c="dimmed" ml={6}>
              {open === 0 ? 'Paid' : open < amount ? `${formatMoney(open, currency)} open` : 'Open'}
            </Text>
          )}
        </Total>
      ))}
    </dl>
  )
}
