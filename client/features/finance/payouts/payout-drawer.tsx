import { Text } from '@mantine/core'
import { DataList } from '#client/components/data-list.tsx'
import { DetailDrawer } from '#client/components/detail-drawer.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { formatDate } from '#client/lib/dates.ts'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import { formatMoney } from '#shared/money.ts'
import { type BalanceMovementDto, MOVEMENT_LABELS, type ProviderPayoutDto } from '#shared/provider-payouts.ts'
import classes from '../finance.module.css'

interface PayoutDrawerProps {
  /** The payout that the address names. */
  id: string | null
  /** The same as the list has it; undefined while it is not there. */
  payout: ProviderPayoutDto | undefined
  onClose: () => void
}

/** What is in one payout, down to the sum that arrives at the bank. */
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
        <Text size="sm" c="red" mb="xs">
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
    <DataList
      query={list}
      label="Entries of the payout"
      layout="rows"
      itemKey={(movement) => movement.id}
      itemHeight={56}
      renderItem={(movement) => <MovementRow movement={movement} />}
      filtered={false}
      noMatchTitle="No entries"
      onClearFilters={() => undefined}
      empty={
        <EmptyState
          drawing="money"
          title="No entries yet"
          message="Stripe says what is in a payout once it has put it together."
        />
      }
    />
  )
}

function MovementRow({ movement }: { movement: BalanceMovementDto }) {
  const { kind, date, description, client_name, amount, fee, platform_fee, currency, charged } = movement
  const money = (value: number) => formatMoney(value, currency)
  const rate =
    charged && `${formatMoney(charged.amount, charged.currency)}${charged.rate ? ` at ${charged.rate}` : ''}`
  return (
    <div className={classes.taxed}>
      <div className={classes.what}>
        <Text size="sm">{description || MOVEMENT_LABELS[kind]}</Text>
        <Text size="xs" c="dimmed">
          {[MOVEMENT_LABELS[kind], formatDate(date.slice(0, 10)), client_name, rate]
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
