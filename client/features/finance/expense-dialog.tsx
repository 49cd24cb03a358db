import { Button, Group, Select, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAppForm } from '#client/components/app-form.tsx'
import { ClientField } from '#client/components/client-field.tsx'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { DateField } from '#client/components/date-field.tsx'
import { EditDialog } from '#client/components/edit-dialog.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { MoneyField } from '#client/components/money-field.tsx'
import { PercentField } from '#client/components/percent-field.tsx'
import { ProjectField } from '#client/components/project-field.tsx'
import { today } from '#client/lib/dates.ts'
import { titled } from '#client/lib/labels.ts'
import { useBooksZone, useCurrency, useUser } from '#client/lib/session.ts'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { EXPENSE_CATEGORIES, type ExpenseDto, expenseSaveInput, taxIncluded } from '#shared/finance.ts'
import { formatCharged } from '#shared/money.ts'
import { ReceiptField } from './receipt-field.tsx'

const CATEGORY_OPTIONS = EXPENSE_CATEGORIES.map((value) => ({ value, label: titled(value) }))

interface ExpenseValues extends Record<string, unknown> {
  id?: string
  version?: number
  category: string
  vendor: string
  description: string
  amount: number | null
  spent_on: string | null
  client_id: string | null
  project_id: string | null
  receipt_id: string | null
  rebillable: boolean
  tax_bps: number
  tax_amount: number | null
}

const valuesOf = (expense: ExpenseDto): ExpenseValues => ({
  id: expense.id,
  version: expense.version,
  category: expense.category,
  vendor: expense.vendor ?? '',
  description: expense.description,
  amount: expense.amount,
  spent_on: expense.spent_on,
  client_id: expense.client_id,
  project_id: expense.project_id,
  receipt_id: expense.receipt?.id ?? null,
  rebillable: expense.rebillable,
  tax_bps: expense.tax_bps ?? 0,
  tax_amount: expense.tax_amount ?? 0,
})

const emptyExpense = (spentOn: string): ExpenseValues => ({
  category: '',
  vendor: '',
  description: '',
  amount: 0,
  spent_on: spentOn,
  client_id: null,
  project_id: null,
  receipt_id: null,
  rebillable: false,
  tax_bps: 0,
  tax_amount: 0,
})

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
  const currency = expense?.currency ?? own
  const form = useAppForm({
    schema: expenseSaveInput,
    initialValues: expense === undefined ? emptyExpense(today(zone)) : valuesOf(expense),
    onSubmit: async (values) => {
      // An empty field says nothing of tax.
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
  const billed = expense?.billed ?? null
  /** The rate fills in what the amount includes; somebody may still correct it. */
  const setTaxed = (changed: { amount?: number | null; tax_bps?: number }) => {
    const { amount, tax_bps } = { ...values, ...changed }
    const tax = tax_bps === 0 || amount === null ? {} : { tax_amount: taxIncluded(amount, tax_bps) }
    fields.setValues({ ...changed, ...tax })
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
      <TextInput
        label="Description"
        required
        maxLength={200}
        data-autofocus
        {...fields.getInputProps('description')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <MoneyField
          label="Amount"
          required
          currency={currency}
          disabled={billed !== null}
          {...fields.getInputProps('amount')}
          onChange={(amount) => setTaxed({ amount })}
        />
        <DateField label="Date" required clearable={false} {...fields.getInputProps('spent_on')} />
        <PercentField
          label="Tax rate"
          disabled={billed !== null}
          value={values.tax_bps}
          onChange={(tax_bps) => setTaxed({ tax_bps })}
        />
        <MoneyField
          label="Tax included"
          currency={currency}
          disabled={billed !== null}
          {...fields.getInputProps('tax_amount')}
        />
        <Select
          label="Category"
          required
          searchable
          placeholder="Choose a category"
          data={CATEGORY_OPTIONS}
          {...fields.getInputProps('category')}
        />
        <TextInput label="Vendor" maxLength={200} {...fields.getInputProps('vendor')} />
        {agency_id !== null && (
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
      {agency_id !== null && (
        <Switch
          label="Rebillable"
          description="Charge this expense to the client."
          disabled={billed !== null}
          {...fields.getInputProps('rebillable', { type: 'checkbox' })}
        />
      )}
      {billed !== null && <Billed on={billed} />}
      {expense !== undefined && billed === null && <DeleteExpense expense={expense} onDeleted={onClose} />}
    </FormDialog>
  )
}

/** Where the client pays for it; until it is off that invoice, what was charged stays. */
function Billed({ on }: { on: NonNullable<ExpenseDto['billed']> }) {
  return (
    <Text size="sm" c="dimmed">
      Billed on{' '}
      <Link to="/payments" search={{ tab: 'invoices', invoice: on.invoice_id }}>
        {on.number ?? `the draft “${on.title}”`}
      </Link>
      . To change its amount, tax or client, take it off that invoice first.
    </Text>
  )
}

function DeleteExpense({ expense, onDeleted }: { expense: ExpenseDto; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false)
  const remove = trpc.finance.deleteExpense.useMutation({ onError: errorToast('Failed to delete expense') })
  return (
    <Group>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        Delete expense
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Delete expense"
        message={`“${expense.description}” will be removed from your accounts.`}
        confirmLabel="Delete"
        destructive
        onConfirm={async () => {
          await remove.mutateAsync({ id: expense.id })
          toast({ title: 'Expense deleted', message: `“${expense.description}” has been deleted.` })
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
