import { Button, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type ListQuery, Skeletons } from '#client/components/lists/data-list.tsx'
import { ShowMore } from '#client/components/lists/show-more.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { titled } from '#client/lib/labels.ts'
import { useBooksZone } from '#client/lib/session/session.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import { methodName, type PaymentDto } from '#shared/money/payments/payments.ts'
import { Instructions, waitingUntil } from '../../invoices/invoice/waiting.tsx'
import classes from '../payments.module.css'
import { PaymentActions } from './payment-actions.tsx'

interface HistoryTableProps {
  query: ListQuery<PaymentDto>
  /** The payment to scroll to. */
  shown: string | null
  filtered: boolean
  onClearFilters: () => void
}

export function HistoryTable({ query, shown, filtered, onClearFilters }: HistoryTableProps) {
  useLoadedUntil(query, shown)
  if (query.data === undefined)
    return <QueryState query={query} loading={<Skeletons layout="rows" height={44} />} />
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
              <PaymentRow key={payment.id} payment={payment} shown={payment.id === shown} />
            ))}
          </Table.Tbody>
        </Table>
        {payments.length === 0 && <Nothing filtered={filtered} onClearFilters={onClearFilters} />}
      </div>
      <ShowMore query={query} />
    </>
  )
}

/** Loads further pages until the payment is among them. */
function useLoadedUntil(
  { data, hasNextPage, isFetchingNextPage, fetchNextPage }: ListQuery<PaymentDto>,
  id: string | null,
) {
  const isMissing =
    id !== null && data !== undefined && !data.pages.some((page) => page.items.some((item) => item.id === id))
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isMissing, hasNextPage, isFetchingNextPage, fetchNextPage])
}

function PaymentRow({ payment, shown }: { payment: PaymentDto; shown: boolean }) {
  const zone = useBooksZone()
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (shown) row.current?.scrollIntoView({ block: 'center' })
  }, [shown])
  return (
    <Table.Tr ref={row} aria-current={shown || undefined} className={classes.payment}>
      <Table.Td>{formatInstantDate(payment.date, zone)}</Table.Td>
      <Table.Td>
        <Described payment={payment} />
        <Text size="xs" c="dimmed">
          {detailsOf(payment)}
          {payment.waiting?.url != null && (
            <>
              {' · '}
              <Instructions url={payment.waiting.url} />
            </>
          )}
        </Text>
      </Table.Td>
      <Table.Td className={classes.amount}>{formatCharged(payment.amount, payment.currency)}</Table.Td>
      <Table.Td>
        <StatusBadge
          status={payment.status}
          label={payment.waiting === null ? titled(payment.status) : 'Waiting'}
        />
        {payment.waiting !== null && (
          <Text size="xs" c="dimmed">
            {waitingUntil(payment.waiting, zone)}
          </Text>
        )}
        <RefundNote payment={payment} />
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

/** The description links to the receipt, if there is one. */
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

/** A partial refund leaves the status at Succeeded; a payment whose rest was reversed is Reversed. */
function RefundNote({ payment: { status, refunded, reversed, amount, currency } }: { payment: PaymentDto }) {
  const returned = refunded - reversed
  return (
    <>
      {status === 'reversed' && (
        <Text size="xs" c="dimmed">
          Recorded by mistake
        </Text>
      )}
      {returned > 0 && returned < amount && (
        <Text size="xs" c="dimmed">
          {formatCharged(returned, currency)} refunded
        </Text>
      )}
    </>
  )
}

/** The payer, the method and the failure reason. */
function detailsOf({ kind, payer_name, card, method, failure }: PaymentDto): string {
  const way = card === null ? titled(method) : methodName(card)
  const parts = kind === 'payout' ? ['Payout'] : [payer_name, way]
  if (failure !== null) parts.push(failure)
  return parts.join(' · ')
}

const Nothing = ({ filtered, onClearFilters }: Omit<HistoryTableProps, 'query' | 'shown'>) =>
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
