import { Button, Checkbox, Group, Menu, Text } from '@mantine/core'
import { linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionMenu } from '#client/components/action-menu.tsx'
import { DataList } from '#client/components/data-list.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { FilterBar, FilterSelect } from '#client/components/filter-bar.tsx'
import { lazyLayer } from '#client/components/lazy-layer.tsx'
import { StatTile, StatTiles } from '#client/components/stat-tile.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { formatInstantDate } from '#client/lib/dates.ts'
import { useBooksZone, useCan, useUser } from '#client/lib/session.ts'
import { errorToast, toast } from '#client/lib/toast.ts'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import { formatCard, formatCharged } from '#shared/money.ts'
import { PAYOUT_STATUSES, type PayoutDto, type PayoutStatus, type PayoutTotals } from '#shared/payouts.ts'
import { formatDuration } from '#shared/work-log.ts'
import { usePaymentsSearch } from '../payments/use-payments-search.ts'
import { PayBatchButton } from './pay-batch-button.tsx'
import classes from './payouts.module.css'

const FromHoursDialog = lazyLayer(() => import('./from-hours-dialog.tsx'), 'FromHoursDialog')
const PayoutDialog = lazyLayer(() => import('./payout-dialog.tsx'), 'PayoutDialog')

const STATUS_LABELS: Record<PayoutStatus, string> = {
  pending: 'Pending',
  succeeded: 'Paid',
  failed: 'Cancelled',
}
const STATUS_OPTIONS = PAYOUT_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }))

/** The agency's payouts to contributors. What is paid is recorded here; the money moves elsewhere. */
export function PayoutsPanel() {
  const [{ payout: status, new: gathering, payee }, setState] = usePaymentsSearch()
  const { viewing_as } = useUser()
  const write = useCan('payout.write') && !viewing_as
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [adding, setAdding] = useState(false)
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
          <Group gap="xs" ml="auto">
            <Button variant="default" onClick={() => setState({ new: true }, 'push')}>
              From approved hours
            </Button>
            <Button variant="default" onClick={() => setAdding(true)}>
              Add payout
            </Button>
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
      {adding && <PayoutDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function Totals() {
  const { data } = trpc.payouts.totals.useQuery()
  const tile = (payout: PayoutStatus) =>
    linkOptions({ to: '/payments', search: { tab: 'history', view: 'payouts', payout } })
  return (
    <StatTiles>
      <StatTile
        label="Pending"
        value={data && totalsOf(data, ({ pending }) => pending)}
        {...tile('pending')}
      />
      <StatTile label="Paid" value={data && totalsOf(data, ({ paid }) => paid)} {...tile('succeeded')} />
    </StatTiles>
  )
}

/** By currency, which don't add up; nothing of one is said only where there is no other. */
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
  const cancel = trpc.payouts.cancel.useMutation({ onError: errorToast('Failed to cancel the payout') })
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
          {payout.minutes !== null && `, ${formatDuration(payout.minutes * 60)}`}
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
      {write && pending && (
        <ActionMenu label={`the payout for ${payout.employee_name}`}>
          <Menu.Item
            onClick={() =>
              cancel.mutate(
                { id: payout.id },
                {
                  onSuccess: () =>
                    toast({
                      title: 'Payout cancelled',
                      message: 'Its hours can be included in another payout.',
                    }),
                },
              )
            }
          >
            Cancel payout
          </Menu.Item>
        </ActionMenu>
      )}
    </div>
  )
}
