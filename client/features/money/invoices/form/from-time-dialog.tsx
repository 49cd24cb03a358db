import { Select, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { DateField } from '#client/components/fields/date-field.tsx'
import { PercentField } from '#client/components/fields/percent-field.tsx'
import { ClientField } from '#client/components/fields/records/client-field.tsx'
import { ProjectField } from '#client/components/fields/records/project-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { titled } from '#client/lib/labels.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useBooksZone } from '#client/lib/session/session.ts'
import { today } from '#client/lib/time/dates.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatCharged, formatMoney } from '#shared/base/amounts/money.ts'
import { formatTime } from '#shared/base/format.ts'
import type { LetterheadProfileDto } from '#shared/identity/letterhead/profile.ts'
import type { InvoiceDto } from '#shared/money/invoices/invoices.ts'
import { invoiceFromTimeInput } from '#shared/money/invoices/schemas/invoices.ts'
import { withMarkup } from '#shared/money/ledger/finance.ts'
import type { ClientDto } from '#shared/people/clients.ts'
import { INVOICE_GROUPINGS, type InvoiceGrouping } from '#shared/time/timesheets.ts'
import { ExpenseRows } from '../expenses/expense-rows.tsx'
import classes from '../invoice/invoices.module.css'
import { dueOn, rateOptions, type TaxValues } from './invoice-values.ts'
import { MissingRate } from './missing-rate.tsx'
import { PendingTime } from './pending-time.tsx'
import { TaxField } from './tax-field.tsx'
import { atRate } from './time-lines.ts'
import { useDocumentDefaults } from './use-document-defaults.ts'

interface TimeValues extends Record<string, unknown>, TaxValues {
  client_id: string
  project_id: string | null
  from: string | null
  to: string | null
  group_by: InvoiceGrouping
  title: string
  due_date: string | null
  include_time: boolean
  expense_ids: string[]
  markup_bps: number
  missing_rate: number | null
}

interface FromTimeDialogProps {
  profile: LetterheadProfileDto
  /** The client to bill; null lets the user choose. */
  client: ClientDto | null
  onClose: () => void
  /** `sends` is true if the send dialog should open next. */
  onCreated: (invoice: InvoiceDto, sends: boolean) => void
}

const GROUPINGS = INVOICE_GROUPINGS.map((value) => ({ value, label: `One line per ${titled(value)}` }))

/** Drafts an invoice from approved, unbilled time and from expenses. */
export function FromTimeDialog({ profile, client, onClose, onCreated }: FromTimeDialogProps) {
  const day = today(useBooksZone())
  const { defaults, choose, ready } = useDocumentDefaults(profile, client)
  const { current: rates } = useRef(rateOptions(profile))
  const create = trpc.invoices.fromTime.useMutation()
  const sends = useRef(false)
  const form = useAppForm({
    schema: () => ready().then(() => invoiceFromTimeInput),
    initialValues: {
      client_id: client?.id ?? '',
      project_id: null,
      from: null,
      to: null,
      group_by: 'task',
      title: 'Hours worked',
      due_date: dueOn(day, defaults),
      ...defaults.tax,
      include_time: true,
      expense_ids: [],
      markup_bps: 0,
      missing_rate: null,
    } as TimeValues,
    onSubmit: async (values) => {
      const invoice = await create.mutateAsync(values)
      if (!sends.current) {
        toast({ title: 'Invoice created', message: `“${invoice.title}” is a draft until you send it.` })
      }
      onCreated(invoice, sends.current)
    },
    fallback: 'Failed to create the invoice',
  })
  const { fields } = form
  const values = fields.getValues()
  const createAndSend = async () => {
    sends.current = true
    await form.submit()
    sends.current = false
  }
  /** The new client's terms and tax, unless the user changed them. */
  const takeDefaultsOf = (id: string) =>
    choose(id, {
      apply: (before, after) => {
        const { due_date, tax_rate_id, tax_bps } = fields.getValues()
        if (due_date === dueOn(day, before)) fields.setFieldValue('due_date', dueOn(day, after))
        if (tax_rate_id === before.tax.tax_rate_id && tax_bps === before.tax.tax_bps)
          fields.setValues(after.tax)
      },
      fail: (message) => {
        fields.setFieldValue('client_id', '')
        fields.setFieldError('client_id', message)
      },
    })
  return (
    <FormDialog
      title="Invoice from time and expenses"
      opened
      onClose={onClose}
      form={form}
      submitLabel="Create Invoice"
      also={{ label: 'Create and send', onClick: () => void createAndSend() }}
      size="lg"
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <ClientField
          label="Client"
          required
          placeholder="Choose a client"
          clearable={false}
          chosen={client}
          {...fields.getInputProps('client_id')}
          onChange={(id) => {
            fields.setValues({ client_id: id ?? '', expense_ids: [] })
            if (id !== null) takeDefaultsOf(id)
          }}
        />
        <ProjectField label="Project" placeholder="All projects" {...fields.getInputProps('project_id')} />
        <DateField label="From" {...fields.getInputProps('from')} />
        <DateField label="To" {...fields.getInputProps('to')} />
        <Select label="Lines" data={GROUPINGS} {...fields.getInputProps('group_by')} />
        <TaxField
          label="Tax"
          percentLabel="Percentage"
          rates={rates}
          value={values}
          error={fields.errors.tax_bps}
          onChange={(tax) => fields.setValues(tax)}
        />
        <TextInput label="Title" required {...fields.getInputProps('title')} />
        <DateField label="Due date" required {...fields.getInputProps('due_date')} />
      </SimpleGrid>
      {values.client_id !== '' && (
        <Preview
          values={values}
          billedIn={defaults.currency}
          rateError={fields.errors.missing_rate}
          onChange={fields.setValues}
        />
      )}
    </FormDialog>
  )
}

interface PreviewProps {
  values: TimeValues
  /** The client's currency. */
  billedIn: string
  rateError: ReactNode
  onChange: (changed: Partial<TimeValues>) => void
}

/** The resulting lines: hours, and the selected expenses of the client. */
function Preview({ values, billedIn, rateError, onChange }: PreviewProps) {
  const { client_id, project_id, from, to, group_by, include_time, expense_ids, markup_bps } = values
  const time = trpc.timesheets.unbilled.useQuery(
    { client_id, project_id, from, to, group_by },
    { placeholderData: (old) => old },
  )
  const expenses = trpc.finance.unbilledExpenses.useQuery(
    { client_id, project_id },
    { placeholderData: (old) => old },
  )
  if (time.data === undefined || expenses.data === undefined) return null
  const { currency } = time.data
  const without = time.data.lines.filter(({ rate_missing }) => rate_missing).length
  const lines = time.data.lines.map((line) =>
    line.rate_missing ? atRate(line, values.missing_rate ?? 0) : line,
  )
  const amount = lines.reduce((sum, line) => sum + line.amount, 0)
  const chosen = expenses.data.filter(({ id }) => expense_ids.includes(id))
  const costs = chosen.map(({ base_cost }) => withMarkup(base_cost ?? 0, markup_bps))
  const total = costs.reduce((sum, cost) => sum + cost, include_time ? amount : 0)
  return (
    <>
      {lines.length === 0 && (
        <Text size="sm" c="dimmed">
          There is no approved, unbilled time to invoice.
        </Text>
      )}
      <PendingTime unbilled={time.data} />
      {lines.length > 0 && expenses.data.length > 0 && (
        <Switch
          label="Bill hours"
          checked={include_time}
          onChange={(event) => onChange({ include_time: event.currentTarget.checked })}
        />
      )}
      {lines.length + expenses.data.length > 0 && (
        <table className={classes.lines} aria-label="Invoice lines">
          <tbody>
            {include_time &&
              lines.map((line) => (
                <tr key={line.entry_ids[0]}>
                  <td>{line.description}</td>
                  <td className={classes.number}>{formatTime(line.seconds)}</td>
                  <td className={classes.number}>{formatMoney(line.amount, currency)}</td>
                </tr>
              ))}
            <ExpenseRows
              expenses={expenses.data}
              chosen={expense_ids}
              onChange={(ids) => onChange({ expense_ids: ids })}
              markup={markup_bps}
            />
            <tr>
              <td colSpan={2}>Before tax</td>
              <td className={classes.number}>{formatCharged(total, currency)}</td>
            </tr>
          </tbody>
        </table>
      )}
      {billedIn !== currency && (
        <Text size="sm" c="dimmed">
          {`The invoice is in ${billedIn}: its lines are converted at today’s exchange rate, which each line states.`}
        </Text>
      )}
      {include_time && without > 0 && (
        <MissingRate
          lines={without}
          currency={currency}
          rate={values.missing_rate}
          error={rateError}
          onChange={(missing_rate) => onChange({ missing_rate })}
        />
      )}
      {expenses.data.length > 0 && (
        <PercentField
          label="Markup"
          description="Added to expenses, which are billed net of the tax you paid."
          maw={{ xs: 280 }}
          max={1000}
          value={markup_bps}
          onChange={(value) => onChange({ markup_bps: value })}
        />
      )}
    </>
  )
}
