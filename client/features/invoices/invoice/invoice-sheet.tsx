import { Text } from '@mantine/core'
import { Prose } from '#client/components/detail-parts.tsx'
import type { InvoiceDto } from '#shared/invoices.ts'
import { formatBasisPoints, formatCharged, formatMoney } from '#shared/money.ts'
import classes from './invoices.module.css'

/** The lines and totals of an invoice, exactly as stored. */
export function InvoiceSheet({ invoice }: { invoice: InvoiceDto }) {
  const { currency } = invoice
  const money = (amount: number) => formatMoney(amount, currency)
  const percent = invoice.discount_given.type === 'percent' ? invoice.discount_given.value : null
  return (
    <div>
      {invoice.description !== null && <Prose>{invoice.description}</Prose>}
      <table className={classes.lines}>
        <thead>
          <tr>
            <th>Description</th>
            <th className={classes.number}>Quantity</th>
            <th className={classes.number}>Rate</th>
            <th className={classes.number}>Amount</th>
          </tr>
        </thead>
        <tbody>
          {invoice.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an invoice have no identity
            <tr key={index}>
              <td>
                {item.description}
                {item.tax_bps > 0 && (
                  <Text size="xs" c="dimmed">
                    + {formatBasisPoints(item.tax_bps)} tax
                  </Text>
                )}
              </td>
              <td className={classes.number}>{item.quantity}</td>
              <td className={classes.number}>{money(item.rate)}</td>
              <td className={classes.number}>{money(item.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={classes.totals}>
        {(invoice.discount > 0 || invoice.tax > 0) && (
          <Total label="Subtotal">{money(invoice.subtotal)}</Total>
        )}
        {invoice.discount > 0 && (
          <Total label={percent === null ? 'Discount' : `Discount ${formatBasisPoints(percent)}`}>
            {money(-invoice.discount)}
          </Total>
        )}
        {invoice.tax > 0 && <Total label="Tax">{money(invoice.tax)}</Total>}
        <Total label="Total" strong>
          {formatCharged(invoice.amount, currency)}
        </Total>
        {invoice.amount_paid > 0 && <Total label="Paid">{money(-invoice.amount_paid)}</Total>}
        {invoice.amount_credited > 0 && <Total label="Credited">{money(-invoice.amount_credited)}</Total>}
        {invoice.amount_applied > 0 && <Total label="Credit applied">{money(-invoice.amount_applied)}</Total>}
        {invoice.amount_applied < 0 && <Total label="Kept as credit">{money(-invoice.amount_applied)}</Total>}
        {invoice.amount_written_off > 0 && (
          <Total label="Written off">{money(-invoice.amount_written_off)}</Total>
        )}
        {invoice.amount_due !== invoice.amount && invoice.kind === 'invoice' && (
          <Total label="Amount due" strong>
            {formatCharged(invoice.amount_due, currency)}
          </Total>
        )}
      </dl>
      {invoice.notes !== null && (
        <Text size="sm" c="dimmed" mt="md" component="div">
          <Prose>{invoice.notes}</Prose>
        </Text>
      )}
    </div>
  )
}

export const Total = ({
  label,
  strong,
  children,
}: {
  label: string
  strong?: boolean
  children: React.ReactNode
}) => (
  <>
    <dt data-strong={strong || undefined}>{label}</dt>
    <dd data-strong={strong || undefined}>{children}</dd>
  </>
)
