import { Button, Group, Text, Title } from '@mantine/core'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import type { BankAccountDto, BankBalanceDto, BankDifference } from '#shared/money/bank/bank.ts'
import classes from './bank.module.css'

interface BalanceProps {
  account: BankAccountDto
  /** Null for read-only users. */
  onEdit: ((account: BankAccountDto) => void) | null
  onShowStatements: () => void
}

/** The bank's balance compared with the books, and the reasons for the difference. */
export function Balance({ account, onEdit, onShowStatements }: BalanceProps) {
  const { data } = trpc.bank.balance.useQuery(
    { account_id: account.id },
    { enabled: account.covered_to !== null },
  )
  return (
    <section className={classes.panel} aria-label={`Balance of ${account.name}`}>
      <Group justify="space-between" gap="xs">
        <div>
          <Title order={2} size="h4">{`Balance of ${account.name}`}</Title>
          <Text size="sm" c="dimmed">
            {data === undefined
              ? 'Import a statement to compare the balance with your books.'
              : `${formatDate(data.from_on)} to ${formatDate(data.to_on)}`}
          </Text>
        </div>
        <Group gap="xs">
          {account.covered_to !== null && (
            <Button size="xs" variant="default" onClick={onShowStatements}>
              Statements
            </Button>
          )}
          {onEdit !== null && (
            <Button size="xs" variant="default" onClick={() => onEdit(account)}>
              Edit account
            </Button>
          )}
        </Group>
      </Group>
      {data !== undefined && <Comparison balance={data} />}
    </section>
  )
}

const DIFFERENCES: readonly { key: 'open' | 'ignored' | 'changed' | 'unlinked'; label: string }[] = [
  { key: 'open', label: 'Lines to do' },
  { key: 'ignored', label: 'Ignored lines' },
  { key: 'changed', label: 'Entries changed after they were matched' },
  { key: 'unlinked', label: 'Entries in the books without a line' },
]

function Comparison({ balance }: { balance: BankBalanceDto }) {
  const money = (amount: number) => formatMoney(amount, balance.currency)
  const { closing, books, difference, missing } = balance
  return (
    <table className={classes.table}>
      <tbody>
        <Row label="At the bank" amount={closing === null ? 'Not stated' : money(closing)} />
        <Row label="In your books" amount={money(books)} />
        <Row
          label={difference === 0 ? 'No difference' : 'Difference'}
          amount={difference === null ? '' : money(difference)}
          strong
        />
        {DIFFERENCES.filter(({ key }) => balance[key].count > 0).map(({ key, label }) => (
          <Row
            key={key}
            label={`${label} (${balance[key].count})`}
            detail={itemsOf(balance[key], money)}
            amount={money(balance[key].amount)}
          />
        ))}
        {missing !== 0 && <Row label="Statements that are missing in between" amount={money(missing)} />}
      </tbody>
    </table>
  )
}

const itemsOf = ({ items }: BankDifference, money: (amount: number) => string): string =>
  items.map(({ day, text, amount }) => `${formatDate(day)} ${text}: ${money(amount)}`).join(' · ')

function Row({
  label,
  detail,
  amount,
  strong = false,
}: {
  label: string
  detail?: string
  amount: string
  strong?: boolean
}) {
  return (
    <tr>
      <th scope="row">
        <Text size="sm" fw={strong ? 600 : 400}>
          {label}
        </Text>
        {detail !== undefined && (
          <Text size="xs" c="dimmed" className={classes.text}>
            {detail}
          </Text>
        )}
      </th>
      <td className={classes.number}>{amount}</td>
    </tr>
  )
}
