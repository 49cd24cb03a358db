import { Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAppForm } from '#client/components/app-form.tsx'
import { DateField } from '#client/components/date-field.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { MoneyField } from '#client/components/money-field.tsx'
import { today } from '#client/lib/dates.ts'
import { useBooksZone } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { shiftDate } from '#shared/calendar.ts'
import type { InvoiceDto } from '#shared/invoices.ts'
import { formatCharged } from '#shared/money.ts'
import { manualPaymentInput } from '#shared/payments.ts'
import { METHODS } from '../invoice/payment-methods.ts'

/** Whoever catches up with the books tells no client of what was paid longer ago. */
const RECENT_DAYS = 7

/** Records a full or partial payment not made by card. */
export function RecordPaymentDialog({ invoice, onClose }: { invoice: InvoiceDto; onClose: () => void }) {
  const zone = useBooksZone()
  const [requestId] = useState(() => crypto.randomUUID())
  const [mails, setMails] = useState<boolean | null>(null)
  const record = trpc.payments.recordManual.useMutation()
  const form = useAppForm({
    schema: manualPaymentInput,
    initialValues: {
      invoice_id: invoice.id,
      amount: invoice.amount_due,
      method: 'bank',
      description: '',
      paid_on: today(zone),
      received: true,
      request_id: requestId,
    },
    onSubmit: async (values) => {
      await record.mutateAsync({ ...values, mail_receipt: isMailed })
      toast({
        title: 'Payment recorded',
        message: `${formatCharged(values.amount, invoice.currency)} ${values.received ? 'received' : 'announced'} for ${invoice.number}.`,
      })
      onClose()
    },
    fallback: 'Failed to record the payment',
  })
  const { fields } = form
  const { paid_on, received } = fields.getValues()
  const isMailed = mails ?? paid_on >= shiftDate(today(zone), -RECENT_DAYS)
  return (
    <FormDialog title="Record payment" opened onClose={onClose} form={form} submitLabel="Record payment">
      <MoneyField
        label="Amount"
        required
        currency={invoice.currency}
        description={`${formatCharged(invoice.amount_due, invoice.currency)} is due.`}
        {...fields.getInputProps('amount')}
      />
      <Select label="Method" data={METHODS} {...fields.getInputProps('method')} />
      <DateField label="Paid on" clearable={false} {...fields.getInputProps('paid_on')} />
      <TextInput label="Description" maxLength={200} {...fields.getInputProps('description')} />
      <Switch
        label="Payment received"
        description="If not, it stays pending in History until you confirm it."
        {...fields.getInputProps('received', { type: 'checkbox' })}
      />
      {received && (
        <Switch
          label="Mail the receipt"
          description="Off by default for payments older than a week."
          checked={isMailed}
          onChange={(event) => setMails(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}
