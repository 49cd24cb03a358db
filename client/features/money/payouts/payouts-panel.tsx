import { Button, Checkbox, Group, Menu, Text } from '@mantine/core'
import { linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { DataList } from '#client/components/lists/data-list.tsx'
import { FilterBar, FilterSelect } from '#client/components/lists/filter-bar.tsx'
import { StatTile, StatTiles } from '#client/components/marks/stat-tile.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { lazyPart } from '#client/components/states/lazy-part.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useBooksZone, useCan, useUser } from '#client/lib/session/session.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatCard, formatCharged } from '#shared/base/amounts/money.ts'
import { formatHours } from '#shared/base/format.ts'
import { BILL_STATUS_LABELS } from '#shared/money/bills.ts'
import {
  PAYOUT_STATUSES,
  type PayoutDto,
  type PayoutStatus,
  type PayoutTotals,
} from '#shared/money/payouts.ts'
import { usePaymentsSearch } from '../use-payments-search.ts'
import { BillMenu, RemoveBill } from './bill-menu.tsx'
import { PayBatchButton } from './pay-batch-button.tsx'
import classes from './payouts.module.css'

const FromHoursDialog = lazyLayer(() => import('./from-hours-dialog.tsx'), 'FromHoursDialog')
const PayoutDialog = lazyLayer(() => import('./payout-dialog.tsx'), 'PayoutDialog')
const SepaDialog = lazyLayer(() => import('./sepa-dialog.tsx'), 'SepaDialog')
const AccountDialog = lazyLayer(() => import('./account-dialog.tsx'), 'AccountDialog')
const BillDialog = lazyLayer(() => import('./bill-dialog.tsx'), 'BillDialog')
const VoidDialog = lazyLayer(() => import('./self-billing/void-dialog.tsx'), 'VoidDialog')
const ReopenDialog = lazyLayer(() => import('./reopen-dialog.tsx'), 'ReopenDialog')
const SelfBillingDialog = lazyLayer(
  () => import('./self-billing/self-billing-dialog.tsx'),
  'SelfBillingDialog',
)
const SepaBatches = lazyPart(() => import('./sepa-batches.tsx'), 'SepaBatches', 0)

const STATUS_LABELS: Record<PayoutStatus, string> = {
  pending: 'Pending',
  succeeded: 'Paid',
  failed: 'Canceled',
}
const STATUS_OPTIONS = PAYOUT_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }))

/** The agency's payouts to contributors. Only recorded here; the transfer itself happens elsewhere. */
export function PayoutsPanel() {
  const [{ payout: status, new: gathering, payee }, setState] = usePaymentsSearch()
  const { viewing_as } = useUser()
  const write = useCan('payout.write') && !viewing_as
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [adding, setAdding] = useState(false)
  const [transferring, setTransferring] = useState(false)
  const list = trpc.payouts.list.useInfiniteQuery({ status }, byCursor)
  const payouts = list.data?.pages.flatMap((page) => page.items) ?? []
  const payable = payouts.filter((payout) => payout.status === 'pending')
  const batch = payable.filter((payout) => chosen.has(payout.id))
  const choose = (ids: string[], on: boolean) => {
    const next = new Set(chosen)
    for (const id of ids) on ? next.add(id) : next.delete(id)
    setChosen(next)
  }
  return (
    <>
      <Totals />
      <FilterBar>
        <FilterSelect
          label="Status"
          all="All Status"
          options={STATUS_OPTIONS}
          value={status}
          onChange={(next) => setState({ payout: next })}
        />
        {write && (
          <Group gap="xs" ml="auto" className={classes.actions}>
            <Button variant="default" onClick={() => setState({ new: true }, 'push')}>
              From approved hours
            </Button>
            <Button variant="default" onClick={() => setAdding(true)}>
              Add payout
            </Button>
            {payable.some(({ currency }) => currency === 'EUR') && (
              <Button variant="default" disabled={!isForSepa(batch)} onClick={() => setTransferring(true)}>
                Create SEPA file
              </Button>
            )}
            <PayBatchButton payouts={batch} onPaid={() => setChosen(new Set())} />
          </Group>
        )}
      </FilterBar>
      {write && payable.length > 0 && (
        <Checkbox
          label="Select all pending"
          checked={batch.length === payable.length}
          indeterminate={batch.length > 0 && batch.length < payable.length}
          onChange={(event) =>
            choose(
              payable.map((payout) => payout.id),
              event.currentTarget.checked,
            )
          }
        />
      )}
      <DataList
        query={list}
        label="Payouts"
        layout="rows"
        itemKey={(payout) => payout.id}
        itemHeight={56}
        renderItem={(payout) => (
          <PayoutRow
            payout={payout}
            write={write}
            chosen={chosen.has(payout.id)}
            onChoose={(on) => choose([payout.id], on)}
          />
        )}
        filtered={status !== null}
        noMatchTitle="No payouts found"
        onClearFilters={() => setState({ payout: null })}
        empty={
          <EmptyState
            drawing="money"
            title="No payouts yet"
            message="Create payouts from contributors’ approved hours."
          />
        }
      />
      {write && gathering && (
        <FromHoursDialog payee={payee} onClose={() => setState({ new: false, payee: null })} />
      )}
      {write && <SepaBatches />}
      {transferring && (
        <SepaDialog
          payouts={batch}
          onMade={() => setChosen(new Set())}
          onClose={() => setTransferring(false)}
        />
      )}
      {adding && <PayoutDialog onClose={() => setAdding(false)} />}
    </>
  )
}

/** Only payouts in euros can be selected, and each belongs to one file at most. */
const isForSepa = (payouts: PayoutDto[]): boolean =>
  payouts.length > 0 &&
  payouts.every(({ currency, sepa_batch_id }) => currency === 'EUR' && sepa_batch_id === null)

function Totals() {
  const { data } = trpc.payouts.totals.useQuery()
  const tile = (payout: PayoutStatus) =>
    linkOptions({ to: '/payments', search: { tab: 'history', view: 'payouts', payout } })
  return (
    <StatTiles strip>
      <StatTile
        label="Pending"
        value={data && totalsOf(data, ({ pending }) => pending)}
        {...tile('pending')}
      />
      <StatTile label="Paid" value={data && totalsOf(data, ({ paid }) => paid)} {...tile('succeeded')} />
    </StatTiles>
  )
}

/** Totals by currency; zero is shown only if there is no other amount. */
function totalsOf(totals: PayoutTotals[], amountOf: (totals: PayoutTotals) => number): string {
  const some = totals.filter((one) => amountOf(one) !== 0)
  return (some.length === 0 ? totals.slice(0, 1) : some)
    .map((one) => formatCard(amountOf(one), one.currency))
    .join(' + ')
}

interface PayoutRowProps {
  payout: PayoutDto
  write: boolean
  chosen: boolean
  onChoose: (on: boolean) => void
}

function PayoutRow({ payout, write, chosen, onChoose }: PayoutRowProps) {
  const zone = useBooksZone()
  const pending = payout.status === 'pending'
  return (
    <div className={classes.row}>
      {write && (
        <Checkbox
          aria-label={`Select the payout for ${payout.employee_name}`}
          disabled={!pending}
          checked={chosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      )}
      <div className={classes.what}>
        <Text fw={500} truncate>
          {payout.employee_name}
        </Text>
        <Text size="sm" c="dimmed">
          {payout.description}
          {payout.minutes !== null && `, ${formatHours(payout.minutes * 60)}`}
          {billText(payout)}
          {pending && payout.sepa_batch_id !== null && ', in a SEPA file'}
        </Text>
      </div>
      <Text size="sm" c="dimmed" className={classes.date}>
        {formatInstantDate(payout.paid_at ?? payout.created_at, zone)}
      </Text>
      <Text size="sm" className={classes.amount}>
        {formatCharged(payout.amount, payout.currency)}
      </Text>
      <StatusBadge
        status={payout.status}
        label={STATUS_LABELS[payout.status]}
        tone={payout.status === 'failed' ? 'neutral' : undefined}
      />
      {write && <PayoutMenu payout={payout} />}
    </div>
  )
}

/** Many agencies have no bills for their past payouts, so only pending ones show that a bill is missing. */
function billText({ bill, bill_status, status }: PayoutDto): string {
  if (bill !== null) return `, bill ${bill.number}`
  return status === 'pending' ? `, ${BILL_STATUS_LABELS[bill_status].toLowerCase()}` : ''
}

function PayoutMenu({ payout }: { payout: PayoutDto }) {
  const [entering, setEntering] = useState(false)
  const [billing, setBilling] = useState<'add' | 'self' | 'void' | 'remove' | null>(null)
  const [reopening, setReopening] = useState(false)
  const close = () => setBilling(null)
  const cancel = trpc.payouts.cancel.useMutation({ onError: errorToast('Failed to cancel the payout') })
  const canceled = () =>
    toast({ title: 'Payout canceled', message: 'Its hours can be included in another payout.' })
  return (
    <>
      <ActionMenu label={`the payout for ${payout.employee_name}`}>
        {payout.status !== 'failed' && (
          <BillMenu
            payout={payout}
            onAdd={() => setBilling('add')}
            onVoid={() => setBilling('void')}
            onRemove={() => setBilling('remove')}
          />
        )}
        {payout.status !== 'failed' && <Menu.Item onClick={() => setBilling('self')}>Self-billing</Menu.Item>}
        <Menu.Item onClick={() => setEntering(true)}>Bank account</Menu.Item>
        {payout.status === 'pending' && payout.sepa_batch_id === null && payout.bill === null && (
          <Menu.Item onClick={() => cancel.mutate({ id: payout.id }, { onSuccess: canceled })}>
            Cancel payout
          </Menu.Item>
        )}
        {payout.status === 'succeeded' && (
          <Menu.Item onClick={() => setReopening(true)}>Mark as not paid</Menu.Item>
        )}
      </ActionMenu>
      {billing === 'add' && <BillDialog payout={payout} onClose={close} />}
      {billing === 'self' && <SelfBillingDialog payout={payout} onClose={close} />}
      {billing === 'void' && payout.bill !== null && <VoidDialog bill={payout.bill} onClose={close} />}
      {billing === 'remove' && payout.bill !== null && <RemoveBill bill={payout.bill} onClose={close} />}
      {reopening && <ReopenDialog payout={payout} onClose={() => setReopening(false)} />}
      {entering && <AccountDialog employeeId={payout.employee_id} onClose={() => setEntering(false)} />}
    </>
  )
}
