import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { DataList, type ListQuery } from '#client/components/lists/data-list.tsx'
import { DetailDrawer } from '#client/components/records/detail-drawer.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useBooksZone } from '#client/lib/session/session.ts'
import { formatDate, formatInstantDate } from '#client/lib/time/dates.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import {
  type BalanceMovementDto,
  MOVEMENT_LABELS,
  type ProviderPayoutDto,
} from '#shared/money/ledger/provider-payouts.ts'
import classes from '../finance.module.css'

interface PayoutDrawerProps {
  /** The payout named in the URL. */
  id: string | null
  /** The payout from the list; undefined if it isn't loaded. */
  payout: ProviderPayoutDto | undefined
  onClose: () => void
}

/** The entries of one payout, down to the amount that arrives at the bank. */
export function PayoutDrawer({ id, payout, onClose }: PayoutDrawerProps) {
  const title = payout ? `Payout of ${formatMoney(payout.amount, payout.currency)}` : 'Payout'
  return (
    <DetailDrawer title={title} opened={id !== null} onClose={onClose}>
      {payout && <Summary payout={payout} />}
      {id !== null && <Movements id={id} />}
    </DetailDrawer>
  )
}

function Summary({
  payout: { reference, arrives_on, sums, currency, failure },
}: {
  payout: ProviderPayoutDto
}) {
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {`Arrives ${formatDate(arrives_on)} · ${reference}`}
      </Text>
      {failure !== null && (
        <Text size="sm" c="var(--mantine-color-error)" mb="xs">
          {failure}
        </Text>
      )}
      {sums !== null && (
        <table className={classes.table} aria-label="Sums">
          <tbody>
            <Sum name="Payments, refunds and other entries" amount={money(sums.gross)} />
            <Sum name="Processing fees" amount={money(-sums.fees)} />
            {sums.platform_fees !== 0 && <Sum name="Platform fees" amount={money(-sums.platform_fees)} />}
          </tbody>
          <tfoot>
            <Sum name="Paid out" amount={money(sums.net)} />
          </tfoot>
        </table>
      )}
    </>
  )
}

function Sum({ name, amount }: { name: string; amount: string }) {
  return (
    <tr>
      <td>{name}</td>
      <td className={classes.number}>{amount}</td>
    </tr>
  )
}

function Movements({ id }: { id: string }) {
  const list = trpc.finance.payoutMovements.useInfiniteQuery({ payout_id: id }, byCursor)
  return (
    <MovementList
      query={list}
      label="Payout entries"
      empty={
        <EmptyState
          drawing="money"
          title="No entries yet"
          message="Stripe lists the entries once it has prepared the payout."
        />
      }
    />
  )
}

interface MovementListProps {
  query: ListQuery<BalanceMovementDto>
  label: string
  empty: ReactNode
}

/** Entries of the provider's balance. */
export const MovementList = (props: MovementListProps) => (
  <DataList
    {...props}
    layout="rows"
    itemKey={(movement) => movement.id}
    itemHeight={56}
    renderItem={(movement) => <MovementRow movement={movement} />}
    filtered={false}
    noMatchTitle="No entries"
    onClearFilters={() => undefined}
  />
)

function MovementRow({ movement }: { movement: BalanceMovementDto }) {
  const booksZone = useBooksZone()
  const { kind, date, description, client_name, amount, fee, platform_fee, currency, charged } = movement
  const money = (value: number) => formatMoney(value, currency)
  const rate =
    charged && `${formatMoney(charged.amount, charged.currency)}${charged.rate ? ` at ${charged.rate}` : ''}`
  return (
    <div className={classes.taxed}>
      <div className={classes.what}>
        <Text size="sm">{description || MOVEMENT_LABELS[kind]}</Text>
        <Text size="xs" c="dimmed">
          {[MOVEMENT_LABELS[kind], formatInstantDate(date, booksZone), client_name, rate]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <div className={classes.amount}>
        <Text size="sm">{money(amount)}</Text>
        {fee + platform_fee !== 0 && (
          <Text size="xs" c="dimmed">
            {`${money(-(fee + platform_fee))} fees`}
          </Text>
        )}
      </div>
    </div>
  )
}
