import { Button, Group, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { ClosedPeriodField } from '#client/components/fields/closed-period-field.tsx'
import { DateField } from '#client/components/fields/date-field.tsx'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { ClientField } from '#client/components/fields/records/client-field.tsx'
import { ProjectField } from '#client/components/fields/records/project-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { EditDialog } from '#client/components/forms/edit-dialog.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { CURRENCY_OPTIONS, sameFigure } from '#client/lib/currencies.ts'
import { titled } from '#client/lib/labels.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useBooksZone, useCurrency, useUser } from '#client/lib/session/session.ts'
import { today } from '#client/lib/time/dates.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatCharged, taxIncluded } from '#shared/base/amounts/money.ts'
import { formatDate } from '#shared/base/format.ts'
import { EXPENSE_CATEGORIES, type ExpenseDto, isTaxPayment } from '#shared/money/ledger/finance.ts'
import { expenseSaveInput } from '#shared/money/ledger/schemas/finance.ts'
import { type ExpenseTax, ExpenseTaxFields, NO_TAX } from '../../expense-tax-fields.tsx'
import { ReceiptField } from './receipt-field.tsx'

const CATEGORY_OPTIONS = EXPENSE_CATEGORIES.map((value) => ({ value, label: titled(value) }))

interface ExpenseValues extends Record<string, unknown>, ExpenseTax {
  id?: string
  version?: number
  category: string
  vendor: string
  description: string
  amount: number | null
  currency: string
  base_amount: number | null
  spent_on: string | null
  client_id: string | null
  project_id: string | null
  receipt_id: string | null
  rebillable: boolean
  refund: boolean
  confirm_period: boolean
}

const valuesOf = (expense: ExpenseDto): ExpenseValues => ({
  id: expense.id,
  version: expense.version,
  category: expense.category,
  vendor: expense.vendor ?? '',
  description: expense.description,
  amount: expense.amount,
  currency: expense.currency,
  base_amount: expense.base_amount,
  spent_on: expense.spent_on,
  client_id: expense.client_id,
  project_id: expense.project_id,
  receipt_id: expense.receipt?.id ?? null,
  rebillable: expense.rebillable,
  refund: expense.refund,
  tax_bps: expense.tax_bps ?? 0,
  tax_amount: expense.tax_amount ?? 0,
  treatment: expense.treatment,
  supplier_country: expense.supplier_country,
  owed_bps: expense.owed_bps,
  deductible_bps: expense.deductible_bps,
  confirm_period: false,
})

const emptyExpense = (spentOn: string, currency: string): ExpenseValues => ({
  category: '',
  vendor: '',
  description: '',
  amount: 0,
  currency,
  base_amount: null,
  spent_on: spentOn,
  client_id: null,
  project_id: null,
  receipt_id: null,
  rebillable: false,
  refund: false,
  ...NO_TAX,
  confirm_period: false,
})

/** Moving an expense concerns the periods of both dates. */
const firstDayOf = (expense: ExpenseDto | undefined, day: string | null): string | null =>
  [expense?.spent_on, day].filter((date) => date != null).toSorted()[0] ?? null

interface ExpenseDialogProps {
  /** Omitted to add one. */
  expense?: ExpenseDto
  onClose: () => void
}

export function ExpenseDialog({ expense, onClose }: ExpenseDialogProps) {
  const own = useCurrency()
  const zone = useBooksZone()
  const { agency_id } = useUser()
  const utils = trpc.useUtils()
  const save = trpc.finance.saveExpense.useMutation()
  const form = useAppForm({
    schema: expenseSaveInput,
    initialValues: expense === undefined ? emptyExpense(today(zone), own) : valuesOf(expense),
    onSubmit: async (values) => {
      // An empty field means unknown.
      const { tax_bps, tax_amount } = values
      const saved = await save.mutateAsync({
        ...values,
        tax_bps: tax_bps || null,
        tax_amount: tax_amount || null,
      })
      toast({
        title: expense === undefined ? 'Expense added' : 'Expense updated',
        message: `${formatCharged(saved.amount, saved.currency)} for “${saved.description}”.`,
      })
      onClose()
    },
    fallback: 'Failed to save expense',
    latest:
      expense &&
      (async () => valuesOf(await utils.finance.expense.fetch({ id: expense.id }, { staleTime: 0 }))),
  })
  const { fields } = form
  const values = fields.getValues()
  const { currency } = values
  const paysTax = isTaxPayment(values.category)
  const billed = expense?.billed ?? null
  const reversed = expense !== undefined && expense.reversed_on !== null
  /** The rate fills in the included tax, which the user can still correct. */
  const setAmount = (amount: number | null) => {
    const { tax_bps } = values
    const tax = tax_bps === 0 || amount === null ? {} : { tax_amount: taxIncluded(amount, tax_bps) }
    fields.setValues({ amount, ...tax })
  }
  /** A tax payment has no tax, client or project of its own. */
  const setCategory = (category: string | null) =>
    fields.setValues({
      category: category ?? '',
      ...(isTaxPayment(category ?? '') && {
        ...NO_TAX,
        client_id: null,
        project_id: null,
        rebillable: false,
        refund: false,
      }),
    })
  /** The amounts stay as typed; the amount charged depends on the currency. */
  const setCurrency = (chosen: string) => {
    const rescaled = (amount: number | null) => sameFigure(amount, currency, chosen)
    const { amount, tax_amount } = values
    fields.setValues({
      currency: chosen,
      amount: rescaled(amount),
      tax_amount: rescaled(tax_amount),
      base_amount: null,
    })
  }
  return (
    <FormDialog
      title={expense === undefined ? 'Add expense' : 'Edit expense'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={expense === undefined ? 'Add expense' : 'Save changes'}
      size="lg"
    >
      <TextInput label="Description" required data-autofocus {...fields.getInputProps('description')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <MoneyField
          label="Amount"
          required
          currency={currency}
          disabled={billed !== null}
          {...fields.getInputProps('amount')}
          onChange={setAmount}
        />
        <Select
          label="Currency"
          searchable
          allowDeselect={false}
          data={CURRENCY_OPTIONS}
          disabled={billed !== null}
          {...fields.getInputProps('currency')}
          onChange={(chosen) => chosen && setCurrency(chosen)}
        />
        {currency !== own && (
          <MoneyField
            label={`Charged in ${own}`}
            description="Leave it empty to use the day’s exchange rate."
            currency={own}
            {...fields.getInputProps('base_amount')}
            onChange={(amount) => fields.setFieldValue('base_amount', amount || null)}
          />
        )}
        <DateField label="Date" required clearable={false} {...fields.getInputProps('spent_on')} />
        {!paysTax && (
          <ExpenseTaxFields
            fields={fields}
            amount={values.amount}
            currency={currency}
            disabled={billed !== null}
          />
        )}
        <Select
          label="Category"
          required
          searchable
          placeholder="Choose a category"
          data={CATEGORY_OPTIONS}
          {...fields.getInputProps('category')}
          onChange={setCategory}
        />
        <TextInput label="Vendor" {...fields.getInputProps('vendor')} />
        {agency_id !== null && !paysTax && (
          <>
            <ClientField label="Client" disabled={billed !== null} {...fields.getInputProps('client_id')} />
            <ProjectField label="Project" {...fields.getInputProps('project_id')} />
          </>
        )}
      </SimpleGrid>
      <ReceiptField
        saved={expense?.receipt ?? null}
        value={values.receipt_id}
        onChange={(id) => fields.setFieldValue('receipt_id', id)}
      />
      {!paysTax && (
        <Switch
          label="Refund"
          description="Money back from the supplier, or its credit note: lowers the cost and its tax."
          disabled={billed !== null}
          {...fields.getInputProps('refund', { type: 'checkbox' })}
          onChange={(event) => fields.setValues({ refund: event.currentTarget.checked, rebillable: false })}
        />
      )}
      {agency_id !== null && !paysTax && !values.refund && (
        <Switch
          label="Rebillable"
          description="Charge this expense to the client."
          disabled={billed !== null}
          {...fields.getInputProps('rebillable', { type: 'checkbox' })}
        />
      )}
      <ClosedPeriodField
        day={firstDayOf(expense, values.spent_on)}
        closed={
          expense === undefined
            ? 'Enter the expense on a later day.'
            : 'Changes are booked today; the closed figures don’t change.'
        }
        {...fields.getInputProps('confirm_period', { type: 'checkbox' })}
        checked={values.confirm_period}
        onChange={(checked) => fields.setFieldValue('confirm_period', checked)}
      />
      {billed !== null && <Billed on={billed} />}
      {reversed && (
        <Text size="sm" c="dimmed">
          {`Reversed on ${formatDate(expense?.reversed_on ?? '')}, after its period was closed. Enter it as a new expense to book it again.`}
        </Text>
      )}
      {expense !== undefined && billed === null && !reversed && (
        <DeleteExpense expense={expense} onDeleted={onClose} />
      )}
    </FormDialog>
  )
}

/** The invoice that rebills it; while it is on that invoice, the amounts charged can't change. */
function Billed({ on }: { on: NonNullable<ExpenseDto['billed']> }) {
  return (
    <Text size="sm" c="dimmed">
      Billed on{' '}
      <Link to="/payments" search={{ tab: 'invoices', invoice: on.invoice_id }}>
        {on.number ?? `the draft “${on.title}”`}
      </Link>
      . To change its amount, tax or client, remove it from that invoice first.
    </Text>
  )
}

function DeleteExpense({ expense, onDeleted }: { expense: ExpenseDto; onDeleted: () => void }) {
  const [confirming, setConfirming] = useState(false)
  const [confirmsPeriod, setConfirmsPeriod] = useState(false)
  const remove = trpc.finance.deleteExpense.useMutation({ onError: errorToast('Failed to delete expense') })
  return (
    <Group>
      <Button variant="subtle" color="red" onClick={() => setConfirming(true)}>
        Delete expense
      </Button>
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title="Delete expense"
        message={
          <Stack gap="sm">
            <Text>{`“${expense.description}” will be removed from your accounts.`}</Text>
            <ClosedPeriodField
              day={expense.spent_on}
              closed="It stays there with its receipt, and is reversed today."
              checked={confirmsPeriod}
              onChange={setConfirmsPeriod}
            />
          </Stack>
        }
        confirmLabel="Delete"
        destructive
        onConfirm={async () => {
          const { reversed_on } = await remove.mutateAsync({ id: expense.id, confirm_period: confirmsPeriod })
          const words = reversed_on === null ? 'deleted' : 'reversed'
          toast({ title: `Expense ${words}`, message: `“${expense.description}” has been ${words}.` })
          onDeleted()
        }}
      />
    </Group>
  )
}

/** Loads the expense first, so that the form starts from saved values. */
export function EditExpenseDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = trpc.finance.expense.useQuery({ id }, { staleTime: 0 })
  return (
    <EditDialog title="Edit expense" query={query} onClose={onClose}>
      {(expense) => <ExpenseDialog expense={expense} onClose={onClose} />}
    </EditDialog>
  )
}
