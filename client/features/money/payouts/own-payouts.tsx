import { Text, Title } from '@mantine/core'
import { useState } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { ShowMore } from '#client/components/lists/show-more.tsx'
import { StatusBadge, type Tone } from '#client/components/marks/status-badge.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useBooksZone, useUser } from '#client/lib/session/session.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import { BILL_STATUS_LABELS, type BillStatus } from '#shared/money/bills.ts'
import type { PayoutDto } from '#shared/money/payouts.ts'
import { BillMenu, RemoveBill } from './bill-menu.tsx'
import classes from './payouts.module.css'

const BillDialog = lazyLayer(() => import('./bill-dialog.tsx'), 'BillDialog')
const VoidDialog = lazyLayer(() => import('./self-billing/void-dialog.tsx'), 'VoidDialog')

const TONES: Record<BillStatus, Tone> = { missing: 'attention', received: 'info', paid: 'good' }

/** A contributor's payouts, each with the option to add a bill. */
export function OwnPayouts() {
  const list = trpc.payouts.list.useInfiniteQuery({ limit: 10 }, byCursor)
  const payouts = list.data?.pages.flatMap((page) => page.items) ?? []
  if (payouts.length === 0) return null
  return (
    <section aria-labelledby="own-bills">
      <Title order={2} size="h4" id="own-bills" mb="xs">
        Bills
      </Title>
      <ul className={classes.batches}>
        {payouts.map((payout) => (
          <OwnPayout key={payout.id} payout={payout} />
        ))}
      </ul>
      <ShowMore query={list} mt="xs" />
    </section>
  )
}

function OwnPayout({ payout }: { payout: PayoutDto }) {
  const zone = useBooksZone()
  const { viewing_as } = useUser()
  const [adding, setAdding] = useState(false)
  const [rejecting, setRejecting] = useState(false)
  const [removing, setRemoving] = useState(false)
  const { bill, bill_status } = payout
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Text fw={500} truncate>
          {payout.description}
        </Text>
        <Text size="sm" c="dimmed">
          {formatInstantDate(payout.paid_at ?? payout.created_at, zone)}
          {bill !== null && `, bill ${bill.number}`}
        </Text>
      </div>
      <Text size="sm" className={classes.amount}>
        {formatCharged(payout.amount, payout.currency)}
      </Text>
      <StatusBadge status={bill_status} label={BILL_STATUS_LABELS[bill_status]} tone={TONES[bill_status]} />
      {!viewing_as && (
        <ActionMenu label={`the payout “${payout.description}”`}>
          <BillMenu
            payout={payout}
            onAdd={() => setAdding(true)}
            onVoid={() => setRejecting(true)}
            onRemove={() => setRemoving(true)}
          />
        </ActionMenu>
      )}
      {adding && <BillDialog payout={payout} onClose={() => setAdding(false)} />}
      {removing && bill !== null && <RemoveBill bill={bill} onClose={() => setRemoving(false)} />}
      {rejecting && bill !== null && <VoidDialog bill={bill} onClose={() => setRejecting(false)} />}
    </li>
  )
}
