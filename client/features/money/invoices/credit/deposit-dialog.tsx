import { Select, Text } from '@mantine/core'
import { ClosedPeriodField } from '#client/components/fields/closed-period-field.tsx'
import { DateField } from '#client/components/fields/date-field.tsx'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { EditDialog } from '#client/components/forms/edit-dialog.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { useSubmission } from '#client/lib/calls/use-submission.ts'
import { CURRENCY_OPTIONS } from '#client/lib/currencies.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { randomId } from '#client/lib/random-id.ts'
import { useBooksZone } from '#client/lib/session/session.ts'
import { today } from '#client/lib/time/dates.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { LetterheadProfileDto } from '#shared/identity/letterhead/profile.ts'
import { taxesDeposits } from '#shared/money/ledger/places.ts'
import { manualPaymentInput } from '#shared/money/payments/schemas/payments.ts'
import type { ClientDto } from '#shared/people/clients.ts'
import { defaultsFor, type TaxValues } from '../form/invoice-values.ts'
import { METHODS } from '../invoice/payment-methods.ts'
import { AdvanceFields } from './advance-fields.tsx'

interface DepositDialogProps {
  clientId: string
  clientName: string
  currency: string
  onClose: () => void
}

/** Records money received before it is invoiced. */
export function DepositDialog(props: DepositDialogProps) {
  const client = trpc.clients.get.useQuery({ id: props.clientId }, { staleTime: 0 })
  const profile = trpc.letterhead.profile.useQuery(undefined, { staleTime: 0 })
  return (
    <EditDialog title="Record deposit" query={client} onClose={props.onClose}>
      {(found) => (
        <EditDialog title="Record deposit" query={profile} onClose={props.onClose}>
          {(letterhead) => <DepositForm {...props} client={found} profile={letterhead} />}
        </EditDialog>
      )}
    </EditDialog>
  )
}

interface DepositFormProps extends DepositDialogProps {
  client: ClientDto
  profile: LetterheadProfileDto
}

function DepositForm({ clientId, clientName, currency, client, profile, onClose }: DepositFormProps) {
  const zone = useBooksZone()
  const { tax } = defaultsFor(client, { profile, currency })
  const submitOnce = useSubmission()
  const record = trpc.payments.recordManual.useMutation()
  const form = useAppForm({
    schema: manualPaymentInput,
    initialValues: {
      client_id: clientId,
      amount: 0,
      currency,
      method: 'bank',
      paid_on: today(zone),
      advance: (taxesDeposits(profile.country) && tax.tax_bps > 0 ? tax : undefined) as TaxValues | undefined,
      confirm_period: false,
      // Each submission has its own.
      request_id: randomId(),
    },
    onSubmit: async (values) => {
      await submitOnce((request_id) => record.mutateAsync({ ...values, request_id }))
      const money = formatCharged(values.amount, values.currency ?? currency)
      toast({
        title: 'Deposit recorded',
        message:
          values.advance === undefined
            ? `${clientName} has ${money} more credit.`
            : `${clientName} gets an advance invoice of ${money}, which is paid.`,
      })
      onClose()
    },
    fallback: 'Failed to record the deposit',
  })
  const { fields } = form
  const { advance } = fields.values
  return (
    <FormDialog title="Record deposit" opened onClose={onClose} form={form} submitLabel="Record deposit">
      <Text size="sm" c="dimmed">
        {advance === undefined
          ? 'A deposit is kept as client credit. It counts as income, and is taxed, once you apply it to an invoice.'
          : 'The deposit pays an advance invoice, which is taxed on the day it was received. The final invoice deducts it.'}
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
      <AdvanceFields
        profile={profile}
        usual={tax}
        value={advance}
        onChange={(chosen) => fields.setFieldValue('advance', chosen)}
      />
      <ClosedPeriodField
        day={fields.getValues().paid_on}
        closed="Record the deposit on a later day."
        {...fields.getInputProps('confirm_period', { type: 'checkbox' })}
        checked={fields.getValues().confirm_period}
        onChange={(checked) => fields.setFieldValue('confirm_period', checked)}
      />
    </FormDialog>
  )
}
