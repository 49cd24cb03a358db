import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCurrency } from '#client/lib/session/session.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import type { TaxDocumentDto } from '#shared/money/ledger/taxes/tax-report.ts'
import classes from '../finance.module.css'

/** A document or entry behind a figure of the tax report or a return. */
export function DocumentRow({ document }: { document: Omit<TaxDocumentDto, 'kind'> }) {
  const base = useCurrency()
  const money = (amount: number) => formatMoney(amount, document.currency)
  const { base_net, base_tax } = document
  return (
    <div className={classes.taxed}>
      <div className={classes.what}>
        {document.invoice_id !== null ? (
          <Link
            className={classes.open}
            to="/payments"
            search={{ tab: 'invoices', invoice: document.invoice_id }}
          >
            {document.text}
          </Link>
        ) : document.expense_id !== null ? (
          <Link className={classes.open} to="/accounts" search={{ expense: document.expense_id }}>
            {document.text}
          </Link>
        ) : (
          document.text
        )}
        <Text size="xs" c="dimmed">
          {[formatDate(document.date), document.client_name].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <div className={classes.amount}>
        {money(document.net)}
        <Text size="xs" c="dimmed">
          {`+ ${money(document.tax)} tax`}
        </Text>
        {document.currency !== base && (
          <Text size="xs" c="dimmed">
            {base_net === null
              ? 'no exchange rate'
              : `${formatMoney(base_net, base)} + ${formatMoney(base_tax ?? 0, base)}`}
          </Text>
        )}
      </div>
    </div>
  )
}
