import { SimpleGrid, Text } from '@mantine/core'
import { NoticeDialog } from '#client/components/dialogs/notice-dialog.tsx'
import { PercentField } from '#client/components/fields/percent-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { EditDialog } from '#client/components/forms/edit-dialog.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatCount } from '#shared/base/format.ts'
import type { InvoiceDto } from '#shared/money/invoices/invoices.ts'
import { addExpensesInput } from '#shared/money/invoices/schemas/invoices.ts'
import type { UnbilledExpense } from '#shared/money/ledger/finance.ts'
import { ExpenseRows } from '../expenses/expense-rows.tsx'
import { type RateOption, rateOptions } from '../form/invoice-values.ts'
import { TaxField } from '../form/tax-field.tsx'
import classes from '../invoice/invoices.module.css'

const TITLE = 'Add expenses'

interface AddExpensesProps {
  draft: InvoiceDto
  onClose: () => void
}

/** Adds rebillable expenses of the client to a draft. */
export function AddExpensesDialog({ draft, onClose }: AddExpensesProps) {
  const query = trpc.finance.unbilledExpenses.useQuery({ client_id: draft.client_id }, { staleTime: 0 })
  const letterhead = trpc.letterhead.profile.useQuery(undefined, { staleTime: 0 })
  return (
    <EditDialog title={TITLE} query={query} onClose={onClose}>
      {(expenses) =>
        expenses.length === 0 ? (
          <NoticeDialog title={TITLE} onClose={onClose}>
            {draft.clientName} has no unbilled expenses. Mark expenses as rebillable in Accounts & Finance.
          </NoticeDialog>
        ) : (
          <EditDialog title={TITLE} query={letterhead} onClose={onClose}>
            {(profile) => (
              <ExpensesForm
                draft={draft}
                expenses={expenses}
                rates={rateOptions(profile)}
                onClose={onClose}
              />
            )}
          </EditDialog>
        )
      }
    </EditDialog>
  )
}

interface ExpensesFormProps extends AddExpensesProps {
  expenses: UnbilledExpense[]
  rates: RateOption[]
}

function ExpensesForm({ draft, expenses, rates, onClose }: ExpensesFormProps) {
  const add = trpc.invoices.addExpenses.useMutation()
  const form = useAppForm({
    schema: addExpensesInput,
    initialValues: {
      id: draft.id,
      expense_ids: [] as string[],
      markup_bps: 0,
      tax_rate_id: draft.items[0]?.tax_rate_id ?? null,
      tax_bps: draft.items[0]?.tax_bps ?? 0,
    },
    onSubmit: async (values) => {
      await add.mutateAsync(values)
      const count = values.expense_ids.length
      toast({
        title: count === 1 ? 'Expense added' : 'Expenses added',
        message: `${formatCount(count, 'line')} added to “${draft.title}”.`,
      })
      onClose()
    },
    fallback: 'Failed to add the expenses',
  })
  const { fields } = form
  const { expense_ids, markup_bps, tax_rate_id, tax_bps } = fields.getValues()
  const converted = expenses.some(({ currency }) => currency !== draft.currency)
  return (
    <FormDialog title={TITLE} opened onClose={onClose} form={form} submitLabel="Add to invoice" size="lg">
      <table className={classes.lines} aria-label="Unbilled expenses">
        <tbody>
          <ExpenseRows
            expenses={expenses}
            chosen={expense_ids}
            onChange={(ids) => fields.setFieldValue('expense_ids', ids)}
            markup={markup_bps}
          />
        </tbody>
      </table>
      <SimpleGrid cols={2} spacing="sm">
        <PercentField label="Markup" max={1000} {...fields.getInputProps('markup_bps')} />
        <TaxField
          label="Tax"
          percentLabel="Percentage"
          rates={rates}
          value={{ tax_rate_id, tax_bps }}
          error={fields.errors.tax_bps}
          onChange={(tax) => fields.setValues(tax)}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        Expenses are billed net of the tax you paid
        {converted && `, in ${draft.currency} at the invoice’s exchange rate`}.
      </Text>
    </FormDialog>
  )
}
