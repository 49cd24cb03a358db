import { Text, TextInput } from '@mantine/core'
import { DateField } from '#client/components/fields/date-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { selfBillingRequestInput } from '#shared/money/schemas/self-billing.ts'
import { AGREEMENT_VERSION, type SelfBillingDto, selfBillNumber } from '#shared/money/self-billing.ts'
import { AgreementFacts, AgreementText } from './agreement-text.tsx'

interface RequestFormProps {
  current: SelfBillingDto
  onClose: () => void
}

/** Requests the contributor's agreement. */
export function RequestForm({ current, onClose }: RequestFormProps) {
  const request = trpc.payouts.requestSelfBilling.useMutation()
  const form = useAppForm({
    schema: selfBillingRequestInput,
    initialValues: {
      employee_id: current.employee_id,
      prefix: current.suggested_prefix,
      ends_on: null as string | null,
    },
    onSubmit: async (values) => {
      await request.mutateAsync(values)
      toast({ title: 'Self-billing requested', message: `${current.employee_name} is asked to accept.` })
      onClose()
    },
    fallback: 'Failed to request self-billing',
  })
  const { fields } = form
  const { prefix } = fields.getValues()
  return (
    <FormDialog
      title="Self-billing"
      opened
      onClose={onClose}
      form={form}
      submitLabel="Request agreement"
      size="lg"
    >
      <Text size="sm">{`${current.employee_name} has to accept this agreement before you can write their bills.`}</Text>
      {current.agreement !== null && <AgreementFacts agreement={current.agreement} />}
      <AgreementText version={AGREEMENT_VERSION} />
      <TextInput
        label="Number prefix"
        required
        description={`The first number is ${selfBillNumber(prefix.trim(), 1)}. The prefix remains reserved for this contributor.`}
        {...fields.getInputProps('prefix')}
      />
      <DateField
        label="Last day"
        description="Leave it empty for an agreement without an end."
        {...fields.getInputProps('ends_on')}
      />
    </FormDialog>
  )
}
