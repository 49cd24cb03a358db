import { Checkbox, Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ClosedPeriodField } from '#client/components/fields/closed-period-field.tsx'
import { DateField } from '#client/components/fields/date-field.tsx'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { useSubmission } from '#client/lib/calls/use-submission.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { randomId } from '#client/lib/random-id.ts'
import { useBooksZone } from '#client/lib/session/session.ts'
import { today } from '#client/lib/time/dates.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import { formatDate } from '#shared/base/format.ts'
import type { InvoiceDto } from '#shared/money/invoices/invoices.ts'
import { isLongBefore } from '#shared/money/payments/payments.ts'
import { manualPaymentInput } from '#shared/money/payments/schemas/payments.ts'
import { METHODS } from '../invoice/payment-methods.ts'

/**
 * For older payments, the receipt email is off by default, because they are likely being recorded
 * retroactively.
 */
const RECENT_DAYS = 7

/** Records a full or partial payment not made by card. */
export function RecordPaymentDialog({ invoice, onClose }: { invoice: InvoiceDto; onClose: () => void }) {
  const zone = useBooksZone()
  const { amount_due, amount_written_off } = invoice
  // A payment of what was written off reverses the loss.
  const payable = amount_due + amount_written_off
  const submitOnce = useSubmission()
  const [mails, setMails] = useState<boolean | null>(null)
  const record = trpc.payments.recordManual.useMutation()
  const form = useAppForm({
    schema: manualPaymentInput,
    initialValues: {
      invoice_id: invoice.id,
      amount: payable,
      method: 'bank',
      description: '',
      paid_on: today(zone),
      received: true,
      keep_surplus: false,
      confirm_period: false,
      confirm_day: false,
      // Each submission has its own.
      request_id: randomId(),
    },
    onSubmit: async (values) => {
      await submitOnce((request_id) => record.mutateAsync({ ...values, request_id, mail_receipt: isMailed }))
      const kept = values.amount - payable
      toast({
        title: 'Payment recorded',
        message: `${formatCharged(values.amount, invoice.currency)} ${values.received ? 'received' : 'recorded as pending'} for ${invoice.number}.${kept > 0 && values.received ? ` ${formatCharged(kept, invoice.currency)} was kept as credit.` : ''}`,
      })
      onClose()
    },
    fallback: 'Failed to record the payment',
  })
  const { fields } = form
  const { amount, paid_on, received } = fields.getValues()
  const surplus = amount - payable
  const isMailed = mails ?? paid_on >= shiftDate(today(zone), -RECENT_DAYS)
  return (
    <FormDialog title="Record payment" opened onClose={onClose} form={form} submitLabel="Record payment">
      <MoneyField
        label="Amount"
        required
        currency={invoice.currency}
        description={`${formatCharged(payable, invoice.currency)} ${amount_written_off > 0 ? 'is due or was written off' : 'is due'}.`}
        {...fields.getInputProps('amount')}
      />
      {surplus > 0 && invoice.client_id !== null && (
        <Switch
          label={`Keep ${formatCharged(surplus, invoice.currency)} as credit`}
          description="The client can use it for other invoices."
          {...fields.getInputProps('keep_surplus', { type: 'checkbox' })}
        />
      )}
      <Select label="Method" data={METHODS} {...fields.getInputProps('method')} />
      <DateField label="Paid on" clearable={false} {...fields.getInputProps('paid_on')} />
      {received && isLongBefore(paid_on, invoice.issued_on) && (
        <Checkbox
          label={`Paid long before the invoice of ${formatDate(invoice.issued_on ?? '')}`}
          description="Check the year of the payment first."
          {...fields.getInputProps('confirm_day', { type: 'checkbox' })}
        />
      )}
      <ClosedPeriodField
        day={paid_on}
        closed="Record the payment on a later day."
        {...fields.getInputProps('confirm_period', { type: 'checkbox' })}
        checked={fields.getValues().confirm_period}
        onChange={(checked) => fields.setFieldValue('confirm_period', checked)}
      />
      <TextInput label="Description" {...fields.getInputProps('description')} />
      <Switch
        label="Payment received"
        description="If not, it stays pending in History until you confirm it."
        {...fields.getInputProps('received', { type: 'checkbox' })}
      />
      {received && (
        <Switch
          label="Email the receipt"
          description="Off by default for payments older than a week."
          checked={isMailed}
          onChange={(event) => setMails(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}
