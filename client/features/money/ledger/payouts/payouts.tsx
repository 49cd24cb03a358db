import { Alert, Group, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { DataList } from '#client/components/lists/data-list.tsx'
import { ExportLink } from '#client/components/lists/export-button.tsx'
import { StatusBadge, type Tone } from '#client/components/marks/status-badge.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useUser } from '#client/lib/session/session.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { formatCount } from '#shared/base/format.ts'
import type { ProviderPayoutDto } from '#shared/money/ledger/provider-payouts.ts'
import { accountsSearch } from '../accounts-search.ts'
import { booksAddress } from '../books-address.ts'
import classes from '../finance.module.css'
import { usePeriod } from '../period-picker.tsx'
import { MovementList, PayoutDrawer } from './payout-drawer.tsx'

/** The payment provider's payouts to the bank in the period, and their entries. */
export function Payouts() {
  const [state, setState] = useSearchState(accountsSearch)
  const period = usePeriod()
  const { agency_id } = useUser()
  const list = trpc.finance.providerPayouts.useInfiniteQuery(period, byCursor)
  const { data: reading } = trpc.finance.balanceState.useQuery()
  const payouts = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          Payouts by arrival date, as reported by Stripe.
        </Text>
        {agency_id !== null && <ExportLink href={booksAddress('provider-payouts', { ...period })} />}
      </Group>
      {reading?.problem && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {reading.problem}
        </Alert>
      )}
      <DataList
        query={list}
        label="Provider payouts"
        layout="rows"
        itemKey={(payout) => payout.id}
        itemHeight={60}
        renderItem={(payout) => (
          <PayoutRow payout={payout} onOpen={() => setState({ payout: payout.id }, 'push')} />
        )}
        filtered={false}
        noMatchTitle="No payouts"
        onClearFilters={() => undefined}
        empty={
          <EmptyState
            drawing="money"
            title="No payouts in this period"
            message="Payouts from Stripe to your bank appear here with their payments and fees."
          />
        }
      />
      <Unbooked />
      <PayoutDrawer
        id={state.payout}
        payout={payouts.find(({ id }) => id === state.payout)}
        onClose={() => setState({ payout: null })}
      />
    </>
  )
}

/** What changed the balance in the period but isn't in the books; nothing if there is none. */
function Unbooked() {
  const list = trpc.finance.unbookedMovements.useInfiniteQuery(usePeriod(), byCursor)
  if (list.data?.pages[0]?.items.length === 0) return null
  return (
    <section aria-labelledby="unbooked">
      <Title order={2} size="h4" id="unbooked">
        Not in the books
      </Title>
      <Text size="sm" c="dimmed">
        Other programs’ charges, and what is neither income nor a cost. Enter costs among them as expenses.
      </Text>
      <MovementList query={list} label="Not in the books" empty={null} />
    </section>
  )
}

function PayoutRow({ payout, onOpen }: { payout: ProviderPayoutDto; onOpen: () => void }) {
  const { arrives_on, amount, currency, status, failure } = payout
  return (
    <div className={classes.taxed}>
      <div className={classes.what}>
        <button type="button" className={classes.open} onClick={onOpen}>
          {formatDate(arrives_on)}
        </button>
        <Text size="xs" c="dimmed">
          {failure ?? contentOf(payout)}
        </Text>
      </div>
      <div className={classes.amount}>
        <Text size="sm" fw={500}>
          {formatMoney(amount, currency)}
        </Text>
        <StatusBadge {...PAYOUT_STATES[status]} status={status} />
      </div>
    </div>
  )
}

const PAYOUT_STATES: Record<ProviderPayoutDto['status'], { label: string; tone: Tone }> = {
  pending: { label: 'Pending', tone: 'attention' },
  in_transit: { label: 'On its way', tone: 'info' },
  paid: { label: 'Paid', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  canceled: { label: 'Canceled', tone: 'neutral' },
}

function contentOf({ sums, currency, itemization }: ProviderPayoutDto): string {
  if (sums === null) {
    return itemization === 'none' ? 'Manual payout: Stripe doesn’t itemize it' : 'Not itemized yet'
  }
  const fees = formatMoney(sums.fees + sums.platform_fees, currency)
  return `${formatCount(sums.count, 'entry', 'entries')}, ${fees} fees`
}
