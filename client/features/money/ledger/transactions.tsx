import { Button, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { DataList } from '#client/components/lists/data-list.tsx'
import { ExportLink } from '#client/components/lists/export-button.tsx'
import { FilterBar, FilterSelect, SearchField } from '#client/components/lists/filter-bar.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { titled } from '#client/lib/labels.ts'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCurrency } from '#client/lib/session/session.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { EXPENSE_CATEGORIES, type TransactionDto } from '#shared/money/ledger/finance.ts'
import { BALANCE_CATEGORIES } from '#shared/money/ledger/provider-payouts.ts'
import { NO_TRANSACTION_FILTERS, transactionsInput } from '#shared/money/screens/accounts.ts'
import { accountsSearch } from './accounts-search.ts'
import classes from './finance.module.css'
import { usePeriod } from './period-picker.tsx'

const INCOME_CATEGORIES = [
  'invoices',
  'quick_pay',
  'deposits',
  'subscriptions',
  'client_credit',
  'credit_applied',
  'credit_adjustments',
  'exchange_differences',
  'disputes',
  'bad_debts',
  'tax_relief',
]
const CATEGORIES = [
  ...new Set([...INCOME_CATEGORIES, ...BALANCE_CATEGORIES, 'disputes', ...EXPENSE_CATEGORIES]),
]

/** All transactions of the period, with CSV export. */
export function Transactions() {
  const [state, setState] = useSearchState(accountsSearch)
  const period = usePeriod()
  const { search, direction, category, client, project } = state
  const filters = transactionsInput(state, period)
  const list = trpc.finance.transactions.useInfiniteQuery(filters, byCursor)
  const filtered = [direction, category, client, project].some((value) => value !== null) || search !== ''
  const heading = useScrollOnDrillDown([direction, category, client, project].join())
  return (
    <>
      <Title order={2} ref={heading}>
        Transactions
      </Title>
      <FilterBar>
        <SearchField
          label="Search by description or client"
          value={search}
          onChange={(text) => setState({ search: text })}
        />
        <FilterSelect
          label="Type"
          all="All types"
          options={[
            { value: 'income', label: 'Income' },
            { value: 'expense', label: 'Expenses' },
            { value: 'liability', label: 'Client credit and tax payments' },
            { value: 'write_off', label: 'Write-offs' },
          ]}
          value={direction}
          onChange={(value) => setState({ direction: value })}
        />
        <FilterSelect
          label="Category"
          all="All categories"
          options={CATEGORIES.map((value) => ({ value, label: titled(value) }))}
          value={category}
          onChange={(value) => setState({ category: value })}
        />
        {(client !== null || project !== null) && (
          <Button variant="light" onClick={() => setState({ client: null, project: null })}>
            {client === null ? 'Filtered by project' : 'Filtered by client'} ×
          </Button>
        )}
        <ExportLink ml="auto" href={`/documents/transactions.csv?${parametersOf(filters)}`} />
      </FilterBar>
      <DataList
        query={list}
        label="Transactions"
        layout="rows"
        itemKey={(transaction) => transaction.id}
        itemHeight={48}
        renderItem={(transaction) => (
          <TransactionRow transaction={transaction} onExpense={(id) => setState({ expense: id }, 'push')} />
        )}
        filtered={filtered}
        noMatchTitle="No transactions found"
        onClearFilters={() => setState(NO_TRANSACTION_FILTERS)}
        empty={
          <EmptyState
            drawing="money"
            title="No transactions in this period"
            message="Payments and expenses appear here."
          />
        }
      />
    </>
  )
}

function TransactionRow({
  transaction,
  onExpense,
}: {
  transaction: TransactionDto
  onExpense: (id: string) => void
}) {
  const base = useCurrency()
  const { expense_id, payment_id, payout_id, description } = transaction
  return (
    <div className={classes.row}>
      <Text size="sm" c="dimmed" className={classes.date}>
        {formatDate(transaction.date)}
      </Text>
      <div className={classes.what}>
        {expense_id !== null ? (
          <button type="button" className={classes.open} onClick={() => onExpense(expense_id)}>
            {description}
          </button>
        ) : payment_id !== null || payout_id !== null ? (
          <Link
            className={classes.open}
            to="/payments"
            search={{ tab: 'history', ...(payment_id === null && { view: 'payouts' }) }}
          >
            {description}
          </Link>
        ) : (
          description
        )}
        <Text size="xs" c="dimmed">
          {[transaction.client_name, transaction.project_name, billingOf(transaction)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <Text size="sm" c="dimmed" className={classes.category}>
        {titled(transaction.category)}
      </Text>
      <Text
        size="sm"
        component="div"
        className={classes.amount}
        data-income={(transaction.direction === 'income' && transaction.amount > 0) || undefined}
      >
        {signed(transaction)}
        {transaction.tax !== 0 && (
          <Text size="xs" c="dimmed" component="div">
            {`incl. ${signed({ ...transaction, amount: transaction.tax })} tax`}
          </Text>
        )}
        {transaction.currency !== base && (
          <Text size="xs" c="dimmed" component="div">
            {transaction.base_amount === null
              ? 'no exchange rate'
              : signed({ ...transaction, amount: transaction.base_amount, currency: base })}
          </Text>
        )}
      </Text>
    </div>
  )
}

const billingOf = ({ billing }: TransactionDto): string | null =>
  billing && { billed: 'Billed', unbilled: 'Not yet billed' }[billing]

/** Expenses and losses have a minus sign. */
const signed = ({
  amount,
  currency,
  direction,
}: Pick<TransactionDto, 'amount' | 'currency' | 'direction'>): string =>
  formatMoney(direction === 'income' || direction === 'liability' ? amount : -amount, currency)

const parametersOf = (filters: Record<string, string | null>): string =>
  new URLSearchParams(
    Object.entries(filters).filter(
      (entry): entry is [string, string] => entry[1] !== null && entry[1] !== '',
    ),
  ).toString()

/** Figures above link here; setting their filter scrolls the rows into view. */
function useScrollOnDrillDown(filter: string) {
  const ref = useRef<HTMLHeadingElement>(null)
  const last = useRef(filter)
  useEffect(() => {
    if (last.current === filter) return
    last.current = filter
    ref.current?.scrollIntoView({ block: 'start' })
  }, [filter])
  return ref
}
