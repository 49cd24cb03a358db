import { Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useAppForm } from '#client/components/app-form.tsx'
import { ClientField } from '#client/components/client-field.tsx'
import { DateField } from '#client/components/date-field.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { PercentField } from '#client/components/percent-field.tsx'
import { ProjectField } from '#client/components/project-field.tsx'
import { inZone } from '#client/lib/dates.ts'
import { titled } from '#client/lib/labels.ts'
import { useBooksZone } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type InvoiceDto, invoiceFromTimeInput } from '#shared/invoices.ts'
import { formatCharged, formatMoney, fromThousandths } from '#shared/money.ts'
import { INVOICE_GROUPINGS, type InvoiceGrouping } from '#shared/timesheets.ts'
import classes from '../invoice/invoices.module.css'

interface TimeValues extends Record<string, unknown> {
  client_id: string
  project_id: string | null
  from: string | null
  to: string | null
  group_by: InvoiceGrouping
  title: string
  due_date: string | null
  tax_bps: number
}

interface FromTimeDialogProps {
  onClose: () => void
  onCreated: (invoice: InvoiceDto) => void
}

const DUE_DAYS = 14
const GROUPINGS = INVOICE_GROUPINGS.map((value) => ({ value, label: `One line per ${titled(value)}` }))

/** Drafts an invoice from approved, unbilled time. */
export function FromTimeDialog({ onClose, onCreated }: FromTimeDialogProps) {
  const zone = useBooksZone()
  const create = trpc.invoices.fromTime.useMutation()
  const form = useAppForm({
    schema: invoiceFromTimeInput,
    initialValues: {
      client_id: '',
      project_id: null,
      from: null,
      to: null,
      group_by: 'task',
      title: 'Hours worked',
      due_date: inZone(new Date().toISOString(), zone).add(DUE_DAYS, 'day').format('YYYY-MM-DD'),
      tax_bps: 0,
    } as TimeValues,
    onSubmit: async (values) => {
      const invoice = await create.mutateAsync(values)
      toast({ title: 'Invoice created', message: `“${invoice.title}” is a draft until you send it.` })
      onCreated(invoice)
    },
    fallback: 'Failed to create the invoice',
  })
  const { fields } = form
  const values = fields.getValues()
  return (
    <FormDialog
      title="Invoice from unbilled time"
      opened
      onClose={onClose}
      form={form}
      submitLabel="Create Invoice"
      size="lg"
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <ClientField
          label="Client"
          required
          placeholder="Choose a client"
          clearable={false}
          {...fields.getInputProps('client_id')}
        />
        <ProjectField label="Project" placeholder="All projects" {...fields.getInputProps('project_id')} />
        <DateField label="From" {...fields.getInputProps('from')} />
        <DateField label="To" {...fields.getInputProps('to')} />
        <Select label="Lines" data={GROUPINGS} {...fields.getInputProps('group_by')} />
        <PercentField
          label="Tax"
          value={values.tax_bps}
          onChange={(value) => fields.setFieldValue('tax_bps', value)}
        />
        <TextInput label="Title" required maxLength={200} {...fields.getInputProps('title')} />
        <DateField label="Due date" required {...fields.getInputProps('due_date')} />
      </SimpleGrid>
      {values.client_id !== '' && <Preview values={values} />}
    </FormDialog>
  )
}

function Preview({ values }: { values: TimeValues }) {
  const { client_id, project_id, from, to, group_by } = values
  const { data } = trpc.timesheets.unbilled.useQuery(
    { client_id, project_id, from, to, group_by },
    { placeholderData: (old) => old },
  )
  if (data === undefined) return null
  if (data.lines.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        There is no approved, unbilled time to invoice.
      </Text>
    )
  }
  return (
    <table className={classes.lines} aria-label="Invoice lines">
      <tbody>
        {data.lines.map((line) => (
          <tr key={line.entry_ids[0]}>
            <td>{line.description}</td>
            <td className={classes.number}>{fromThousandths(line.quantity)} h</td>
            <td className={classes.number}>{formatMoney(line.amount, data.currency)}</td>
          </tr>
        ))}
        <tr>
          <td colSpan={2}>Before tax</td>
          <td className={classes.number}>{formatCharged(data.amount, data.currency)}</td>
        </tr>
      </tbody>
    </table>
  )
}
