import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useAppForm } from '#client/components/app-form.tsx'
import { DateField } from '#client/components/date-field.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { MoneyField } from '#client/components/money-field.tsx'
import { CURRENCY_OPTIONS } from '#client/lib/currencies.ts'
import { today } from '#client/lib/dates.ts'
import { useBooksZone } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { formatCharged } from '#shared/money.ts'
import { manualPaymentInput } from '#shared/payments.ts'
import { METHODS } from '../invoice/payment-methods.ts'

interface DepositDialogProps {
  clientId: string
  clientName: string
  currency: string
  onClose: () => void
}

/** Records money received before there is an invoice for it. */
export function DepositDialog({ clientId, clientName, currency, onClose }: DepositDialogProps) {
  const zone = useBooksZone()
  const [requestId] = useState(() => crypto.randomUUID())
  const record = trpc.payments.recordManual.useMutation()
  const form = useAppForm({
    schema: manualPaymentInput,
    initialValues: {
      client_id: clientId,
      amount: 0,
      currency,
      method: 'bank',
      paid_on: today(zone),
      request_id: requestId,
    },
    onSubmit: async (values) => {
      await record.mutateAsync(values)
      const money = formatCharged(values.amount, values.currency ?? currency)
      toast({ title: 'Deposit recorded', message: `${clientName} has ${money} more credit.` })
      onClose()
    },
    fallback: 'Failed to record the deposit',
  })
  const { fields } = form
  return (
    <FormDialog title="Record deposit" opened onClose={onClose} form={form} submitLabel="Record deposit">
      <Text size="sm" c="dimmed">
        It stays the client’s credit, and becomes income when you apply it to an invoice.
      </Text>
      <MoneyField
        label="Amount"
        required
        data-autofocus
        currency={fields.values.currency ?? currency}
        {...fields.getInputProps('amount')}
      />
      <Select
        label="Currency"
        data={CURRENCY_OPTIONS}
        searchable
        allowDeselect={false}
        {...fields.getInputProps('currency')}
      />
      <Select label="Method" data={METHODS} allowDeselect={false} {...fields.getInputProps('method')} />
      <DateField label="Paid on" clearable={false} {...fields.getInputProps('paid_on')} />
    </FormDialog>
  )
}
