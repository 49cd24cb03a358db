import { Button, SegmentedControl } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { FilterBar, FilterSelect } from '#client/components/filter-bar.tsx'
import { titled } from '#client/lib/labels.ts'
import { useCan } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import { PAYMENT_STATUSES } from '#shared/payments.ts'
import { usePaymentsSearch } from '../payments/use-payments-search.ts'
import { PayoutsPanel } from '../payouts/payouts-panel.tsx'
import { HistoryTable } from './history-table.tsx'

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
  const [{ payment: status }, setState] = usePaymentsSearch()
  const list = trpc.payments.list.useInfiniteQuery({ status }, byCursor)
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
        <Button
          variant="default"
          ml="auto"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={refreshing}
          onClick={() => void refresh()}
        >
          Refresh
        </Button>
      </FilterBar>
      <HistoryTable
        query={list}
        filtered={status !== null}
        onClearFilters={() => setState({ payment: null })}
      />
    </>
  )
}
