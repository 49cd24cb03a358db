import { Checkbox, Text } from '@mantine/core'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { type UnbilledExpense, withMarkup } from '#shared/money/ledger/finance.ts'
import classes from '../invoice/invoices.module.css'

interface ExpenseRowsProps {
  expenses: readonly UnbilledExpense[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  /** Basis points. */
  markup: number
}

/** Table rows of expenses that can be added to an invoice, at the price the client would pay. */
export const ExpenseRows = ({ expenses, chosen, onChange, markup }: ExpenseRowsProps) =>
  expenses.map((expense) => (
    <tr key={expense.id}>
      <td colSpan={2}>
        <Checkbox
          label={expense.description}
          description={[formatDate(expense.spent_on), expense.vendor, expense.project_name]
            .filter(Boolean)
            .join(' · ')}
          disabled={expense.base_cost === null}
          checked={chosen.includes(expense.id)}
          onChange={(event) =>
            onChange(
              event.currentTarget.checked
                ? [...chosen, expense.id]
                : chosen.filter((other) => other !== expense.id),
            )
          }
        />
      </td>
      <td className={classes.number}>
        {formatMoney(withMarkup(expense.cost, markup), expense.currency)}
        {expense.base_cost === null && (
          <Text size="xs" c="dimmed">
            no exchange rate
          </Text>
        )}
      </td>
    </tr>
  ))
