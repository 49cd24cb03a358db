import { Button, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ListQuery, Skeletons } from '#client/components/data-list.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { formatInstantDate } from '#client/lib/dates.ts'
import { titled } from '#client/lib/labels.ts'
import { useBooksZone } from '#client/lib/session.ts'
import { formatCharged } from '#shared/money.ts'
import { methodName, type PaymentDto } from '#shared/payments.ts'
import classes from '../payments/payments.module.css'
import { PaymentActions } from './payment-actions.tsx'

interface HistoryTableProps {
  query: ListQuery<PaymentDto>
  filtered: boolean
  onClearFilters: () => void
}

export function HistoryTable({ query, filtered, onClearFilters }: HistoryTableProps) {
  if (query.data === undefined)
    return <Unanswered query={query} loading={<Skeletons layout="rows" height={44} />} />
  const payments = query.data.pages.flatMap((page) => page.items)
  return (
    <>
      <div className={classes.tableBox}>
        <Table className={classes.history}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Date</Table.Th>
              <Table.Th>Description</Table.Th>
              <Table.Th className={classes.amount}>Amount</Table.Th>
              <Table.Th>Status</Table.Th>
              <Table.Th>Actions</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {payments.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} />
            ))}
          </Table.Tbody>
        </Table>
        {payments.length === 0 && <Nothing filtered={filtered} onClearFilters={onClearFilters} />}
      </div>
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}

function PaymentRow({ payment }: { payment: PaymentDto }) {
  const zone = useBooksZone()
  return (
    <Table.Tr>
      <Table.Td>{formatInstantDate(payment.date, zone)}</Table.Td>
      <Table.Td>
        <Described payment={payment} />
        <Text size="xs" c="dimmed">
          {detailsOf(payment)}
        </Text>
      </Table.Td>
      <Table.Td className={classes.amount}>{formatCharged(payment.amount, payment.currency)}</Table.Td>
      <Table.Td>
        <StatusBadge status={payment.status} label={titled(payment.status)} />
        <PartlyRefunded payment={payment} />
        {payment.dispute !== null && (
          <Text size="xs" c={payment.dispute === 'won' ? 'dimmed' : 'red'}>
            {DISPUTES[payment.dispute]}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <PaymentActions payment={payment} />
      </Table.Td>
    </Table.Tr>
  )
}

/** The description opens the receipt, where there is one. */
const Described = ({ payment: { id, description, receiptUrl } }: { payment: PaymentDto }) =>
  receiptUrl === undefined ? (
    description
  ) : (
    <Link to="." search={(search: object) => ({ ...search, receipt: id })} className={classes.described}>
      {description}
    </Link>
  )

const DISPUTES: Record<NonNullable<PaymentDto['dispute']>, string> = {
  inquiry: 'Bank inquiry',
  open: 'Disputed',
  won: 'Dispute won',
  lost: 'Dispute lost',
}

/** The status stays Succeeded until the full amount is refunded. */
const PartlyRefunded = ({ payment: { refunded, amount, currency } }: { payment: PaymentDto }) =>
  refunded > 0 &&
  refunded < amount && (
    <Text size="xs" c="dimmed">
      {formatCharged(refunded, currency)} refunded
    </Text>
  )

/** The payer, the method and the failure reason. */
function detailsOf({ kind, payer_name, card, method, failure }: PaymentDto): string {
  const way = card === null ? titled(method) : methodName(card)
  const parts = kind === 'payout' ? ['Payout'] : [payer_name, way]
  if (failure !== null) parts.push(failure)
  return parts.join(' · ')
}

const Nothing = ({ filtered, onClearFilters }: Omit<HistoryTableProps, 'query'>) =>
  filtered ? (
    <EmptyState
      drawing="search"
      title="No payments found"
      message="No payments have this status."
      action={
        <Button variant="default" onClick={onClearFilters}>
          Clear filters
        </Button>
      }
    />
  ) : (
    <EmptyState drawing="money" title="No payments yet" message="Payments and their receipts appear here." />
  )
