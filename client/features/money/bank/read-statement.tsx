import { Alert, Text } from '@mantine/core'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { formatCount } from '#shared/base/format.ts'
import type { BankImportStatement } from '#shared/money/bank/bank.ts'
import classes from './bank.module.css'

/** What a file has of one account, before it is imported. */
export function ReadStatement({ statement }: { statement: BankImportStatement }) {
  const {
    account_name,
    number,
    currency,
    from_on,
    to_on,
    opening,
    closing,
    lines,
    added,
    corrected,
    damaged,
  } = statement
  const money = (amount: number | null) => (amount === null ? 'not stated' : formatMoney(amount, currency))
  const change = (closing ?? 0) - (opening ?? 0)
  return (
    <section className={classes.panel} aria-label={`Statement of ${account_name ?? number}`}>
      <Text size="sm" fw={500}>
        {account_name ?? 'Choose the account above'}
      </Text>
      <Text size="sm">{`${formatDate(from_on)} to ${formatDate(to_on)}`}</Text>
      <Text size="sm">{`${formatCount(lines, 'line')}, ${added} of them new`}</Text>
      {corrected > 0 && (
        <Text size="sm">{`The bank has corrected ${formatCount(corrected, 'line')} imported before. Ignore them after the import; undo their matches first.`}</Text>
      )}
      {damaged > 0 && (
        <Text size="sm">{`${formatCount(damaged, 'line')} with unreadable characters (�). The amounts are intact.`}</Text>
      )}
      <Text size="sm" c="dimmed">{`Balance ${money(opening)} to ${money(closing)}`}</Text>
      {statement.unexplained !== 0 && (
        <Alert color="yellow" role="alert">
          {`The balance changes by ${money(change)}, but the lines add up to ${money(change - statement.unexplained)}. Lines may be missing, or money in may be shown as money out. Compare them with your bank before you import.`}
        </Alert>
      )}
    </section>
  )
}
