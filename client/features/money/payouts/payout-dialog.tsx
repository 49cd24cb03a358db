import { SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { MinutesField } from '#client/components/fields/minutes-field.tsx'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { RecordPicker, useTypedSearch } from '#client/components/fields/records/record-picker.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCurrency } from '#client/lib/session/session.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { payoutCreateInput } from '#shared/money/schemas/payouts.ts'

/** An hourly payout at the contributor's rate, or a fixed amount. */
export function PayoutDialog({ onClose }: { onClose: () => void }) {
  const currency = useCurrency()
  const { search, onTyped } = useTypedSearch()
  const contributors = trpc.people.contributors.useQuery({ search }, { placeholderData: (old) => old })
  const create = trpc.payouts.create.useMutation()
  const [by, setBy] = useState('amount')
  const form = useAppForm({
    schema: payoutCreateInput,
    initialValues: {
      employee_id: '',
      description: '',
      minutes: undefined as number | undefined,
      amount: 0 as number | null | undefined,
    },
    onSubmit: async (values) => {
      const payout = await create.mutateAsync(values)
      toast({ title: 'Payout created', message: `The payout for ${payout.employee_name} is pending.` })
      onClose()
    },
    fallback: 'Failed to create the payout',
  })
  const { fields } = form
  return (
    <FormDialog title="Add payout" opened onClose={onClose} form={form} submitLabel="Add payout">
      <RecordPicker
        kind="contributor"
        label="Contributor"
        required
        placeholder="Choose a contributor"
        found={contributors.data?.map((person) => ({ id: person.employee_id, name: person.name })) ?? []}
        onTyped={onTyped}
        {...fields.getInputProps('employee_id')}
      />
      <TextInput
        label="Description"
        required
        placeholder="What the payout is for"
        {...fields.getInputProps('description')}
      />
      <SegmentedControl
        aria-label="Calculate by"
        data={[
          { value: 'amount', label: 'Amount' },
          { value: 'hours', label: 'Hours' },
        ]}
        value={by}
        onChange={(next) => {
          setBy(next)
          fields.setValues(
            next === 'hours' ? { minutes: 60, amount: undefined } : { minutes: undefined, amount: 0 },
          )
        }}
      />
      {by === 'amount' ? (
        <MoneyField label="Amount" required currency={currency} {...fields.getInputProps('amount')} />
      ) : (
        <MinutesField
          label="Hours"
          required
          step={0.5}
          description="At the contributor’s hourly rate."
          {...fields.getInputProps('minutes')}
        />
      )}
    </FormDialog>
  )
}
