import { Button } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { useAppForm } from '#client/components/app-form.tsx'
import { DateField } from '#client/components/date-field.tsx'
import { EditDialog } from '#client/components/edit-dialog.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { inZone } from '#client/lib/dates.ts'
import { useBooksZone, useCurrency } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { exchangeRate } from '#shared/exchange.ts'
import { type InvoiceDto, invoiceSaveInput } from '#shared/invoices.ts'
import { usePaymentsSearch } from '../../payments/use-payments-search.ts'
import { FromTimeDialog } from './from-time-dialog.tsx'
import { InvoiceFields } from './invoice-fields.tsx'
import { type ContentValues, contentOf, emptyContent } from './invoice-values.ts'
import { RateField } from './rate-field.tsx'

const DUE_DAYS = 14

/** An empty rate takes the day's. */
const formSchema = invoiceSaveInput.extend({
  booking_rate: z.preprocess((text) => (text === '' ? null : text), exchangeRate.nullish()),
})

type InvoiceValues = ContentValues & {
  id?: string
  version?: number
  due_date: string | null
  booking_rate: string
}

const valuesOf = (invoice: InvoiceDto): InvoiceValues => ({
  ...contentOf(invoice),
  id: invoice.id,
  version: invoice.version,
  due_date: invoice.dueDate,
  booking_rate: invoice.booking_rate ?? '',
})

interface InvoiceDialogProps {
  /** Omitted to create one. */
  invoice?: InvoiceDto
  onClose: () => void
}

/** Creates or edits a draft. The saved draft opens in its drawer, ready to send. */
export function InvoiceDialog({ invoice, onClose }: InvoiceDialogProps) {
  const currency = useCurrency()
  const zone = useBooksZone()
  const utils = trpc.useUtils()
  const [, setState] = usePaymentsSearch()
  const [fromTime, setFromTime] = useState(false)
  const save = trpc.invoices.save.useMutation()
  const dueDate = inZone(new Date().toISOString(), zone).add(DUE_DAYS, 'day').format('YYYY-MM-DD')
  const open = (saved: InvoiceDto) =>
    setState({ tab: 'invoices', view: null, new: false, edit: null, invoice: saved.id })
  const form = useAppForm({
    schema: formSchema,
    initialValues:
      invoice === undefined
        ? { ...emptyContent(currency), due_date: dueDate, booking_rate: '' }
        : valuesOf(invoice),
    onSubmit: async (values) => {
      const saved = await save.mutateAsync(values)
      toast({
        title: invoice === undefined ? 'Invoice created' : 'Invoice updated',
        message: `“${saved.title}” is a draft until you send it.`,
      })
      open(saved)
    },
    fallback: 'Failed to save invoice',
    latest:
      invoice && (async () => valuesOf(await utils.invoices.get.fetch({ id: invoice.id }, { staleTime: 0 }))),
  })
  if (fromTime) return <FromTimeDialog onClose={() => setFromTime(false)} onCreated={open} />
  return (
    <FormDialog
      title={invoice === undefined ? 'New invoice' : 'Edit invoice'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={invoice === undefined ? 'Create Invoice' : 'Save changes'}
      size="xl"
    >
      {invoice === undefined && (
        <Button
          variant="default"
          w="fit-content"
          leftSection={<IconClock size={16} aria-hidden />}
          onClick={() => setFromTime(true)}
        >
          From time and expenses
        </Button>
      )}
      <InvoiceFields
        fields={form.fields}
        chosen={{ client: clientOf(invoice) }}
        rate={
          <RateField
            currency={form.fields.getValues().currency}
            {...form.fields.getInputProps('booking_rate')}
          />
        }
      >
        <DateField label="Due date" required {...form.fields.getInputProps('due_date')} />
      </InvoiceFields>
    </FormDialog>
  )
}

const clientOf = (invoice: InvoiceDto | undefined) =>
  invoice?.client_id == null ? null : { id: invoice.client_id, name: invoice.clientName }

/** Loads the draft first, so that the form starts from saved values. */
export function EditInvoiceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = trpc.invoices.get.useQuery({ id }, { staleTime: 0 })
  return (
    <EditDialog title="Edit invoice" query={query} onClose={onClose}>
      {(invoice) => <InvoiceDialog invoice={invoice} onClose={onClose} />}
    </EditDialog>
  )
}
