import { Button, Group, SegmentedControl } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { FilterBar, FilterSelect } from '#client/components/lists/filter-bar.tsx'
import { lazyPart } from '#client/components/states/lazy-part.tsx'
import { titled } from '#client/lib/labels.ts'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useCan, useUser } from '#client/lib/session/session.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { PAYMENT_STATUSES } from '#shared/money/payments/payments.ts'
import { OwnAccount } from '../../payouts/own-account.tsx'
import { PayoutsPanel } from '../../payouts/payouts-panel.tsx'
import { usePaymentsSearch } from '../../use-payments-search.ts'
import { HistoryTable } from './history-table.tsx'

const OwnPayouts = lazyPart(() => import('../../payouts/own-payouts.tsx'), 'OwnPayouts', 0)

const OwnSelfBilling = lazyPart(
  () => import('../../payouts/self-billing/own-self-billing.tsx'),
  'OwnSelfBilling',
  0,
)

const STATUS_OPTIONS = PAYMENT_STATUSES.map((value) => ({ value, label: titled(value) }))

export function HistoryPanel() {
  const [{ view }, setState] = usePaymentsSearch()
  // Contributors see their payouts among the payments; payers have a separate list.
  const managesPayouts = useCan('employee.read')
  const payouts = managesPayouts && view === 'payouts'
  return (
    <>
      {managesPayouts && (
        <SegmentedControl
          aria-label="Show"
          w="fit-content"
          data={[
            { value: 'payments', label: 'Payments' },
            { value: 'payouts', label: 'Payouts' },
          ]}
          value={payouts ? 'payouts' : 'payments'}
          onChange={(next) => setState({ view: next === 'payouts' ? 'payouts' : null })}
        />
      )}
      {payouts ? <PayoutsPanel /> : <Payments />}
    </>
  )
}

function Payments() {
  const [{ payment: status, shown }, setState] = usePaymentsSearch()
  const list = trpc.payments.list.useInfiniteQuery({ status }, byCursor)
  const { role } = useUser()
  const [refreshing, setRefreshing] = useState(false)
  async function refresh() {
    setRefreshing(true)
    const { isError } = await list.refetch()
    setRefreshing(false)
    if (!isError) toast({ title: 'Payment History Updated', message: 'The list is up to date.' })
  }
  return (
    <>
      <FilterBar>
        <FilterSelect
          label="Status"
          all="All Status"
          options={STATUS_OPTIONS}
          value={status}
          onChange={(next) => setState({ payment: next })}
        />
        <Group gap="xs" ml="auto">
          {role === 'employee' && <OwnAccount />}
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={refreshing}
            onClick={() => void refresh()}
          >
            Refresh
          </Button>
        </Group>
      </FilterBar>
      <HistoryTable
        query={list}
        shown={shown}
        filtered={status !== null}
        onClearFilters={() => setState({ payment: null })}
      />
      {role === 'employee' && <OwnPayouts />}
      {role === 'employee' && <OwnSelfBilling />}
    </>
  )
}
