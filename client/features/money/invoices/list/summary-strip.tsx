import { Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCan, useCurrency, useUser } from '#client/lib/session/session.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import type { InvoiceSums } from '#shared/money/invoices/invoice-summary.ts'
import { usePaymentsSearch } from '../../use-payments-search.ts'
import classes from './summary-strip.module.css'

export const RECENTLY_PAID = 'Paid, last 30 days'

const TILES = [
  { label: 'Outstanding', sum: 'outstanding', status: 'open' },
  { label: 'Overdue', sum: 'overdue', status: 'overdue' },
  { label: RECENTLY_PAID, sum: 'paid', status: 'recently_paid' },
] as const

type Side = 'received' | undefined

/** Amounts outstanding, overdue and paid, by currency; each links to its invoices. */
export function SummaryStrip() {
  const [{ side }] = usePaymentsSearch()
  const issues = useCan('client.read')
  const { agency_id } = useUser()
  const { data } = trpc.invoices.summary.useQuery()
  const bills = issues && side === 'received'
  const shown = data && (issues && !bills ? data.issued : data.received)
  const currency = useCurrency()
  return (
    <section className={classes.strip} aria-label={bills ? 'Your bills' : 'Summary'}>
      {TILES.map(({ label, sum, status }) => (
        <div key={status} className={classes.tile}>
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          {shown === undefined ? (
            <Skeleton h={28} w={96} my={2} />
          ) : (
            <Sums
              sums={shown}
              sum={sum}
              link={{ label, status, side: bills ? 'received' : undefined }}
              currency={currency}
            />
          )}
        </div>
      ))}
      {issues && agency_id !== null && (
        <Link
          className={classes.tile}
          to="."
          search={(previous: object) => ({
            ...previous,
            ...CLEAR,
            side: bills ? undefined : ('received' as const),
          })}
        >
          <Text size="sm" c="dimmed">
            {bills ? 'Client invoices' : 'Your bills'}
          </Text>
          <span className={classes.small}>{billsText(bills ? data?.issued : data?.received)}</span>
        </Link>
      )}
    </section>
  )
}

const CLEAR = { search: undefined, status: undefined, client: undefined, currency: undefined }

function billsText(sums: readonly InvoiceSums[] | undefined): string {
  if (sums === undefined) return ' '
  const due = sums.filter(({ outstanding }) => outstanding > 0)
  if (due.length === 0) return 'Nothing due'
  return `${due.map((entry) => formatMoney(entry.outstanding, entry.currency)).join(' · ')} due`
}

interface SumsProps {
  sums: readonly InvoiceSums[]
  sum: 'outstanding' | 'overdue' | 'paid'
  link: { label: string; status: (typeof TILES)[number]['status']; side: Side }
  /** Shown if there are no amounts in any currency. */
  currency: string
}

function Sums({ sums, sum, link: { label, status, side }, currency }: SumsProps) {
  const found = sums.filter((entry) => entry[sum] !== 0)
  const shown =
    found.length > 0 ? found : [{ currency, [sum]: 0 } as Record<typeof sum, number> & { currency: string }]
  return (
    <span className={classes.sums} data-many={shown.length > 1 || undefined}>
      {shown.map((entry) => (
        <Link
          key={entry.currency}
          className={classes.sum}
          data-late={(sum === 'overdue' && entry[sum] > 0) || undefined}
          aria-label={`${label}, ${formatMoney(entry[sum], entry.currency)}`}
          to="."
          search={(previous: object) => ({
            ...previous,
            ...CLEAR,
            side,
            status,
            currency: sums.length > 1 ? entry.currency : undefined,
          })}
        >
          {formatMoney(entry[sum], entry.currency)}
        </Link>
      ))}
    </span>
  )
}
