import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { DateField } from '#client/components/fields/date-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatCount } from '#shared/base/format.ts'
import { type ImportDetailsDto, importPaidInput } from '#shared/overview/schemas/imports.ts'

interface PaidUntilProps {
  item: ImportDetailsDto
}

/** For time that was imported before it was known to be paid elsewhere. */
export function PaidUntil({ item }: PaidUntilProps) {
  const [editing, setEditing] = useState(false)
  const { paid_until } = item.mapping
  if (item.result === null || item.result.made.entry === 0) return null
  return (
    <Group justify="space-between">
      <Text size="sm">
        {paid_until === null
          ? 'None of the imported time has been paid elsewhere.'
          : `Contributors have been paid elsewhere for time until ${formatDate(paid_until)}.`}
      </Text>
      <Button size="xs" variant="default" onClick={() => setEditing(true)}>
        Change
      </Button>
      {editing && <PaidUntilDialog item={item} onClose={() => setEditing(false)} />}
    </Group>
  )
}

const entries = (count: number) => formatCount(count, 'entry', 'entries')

function PaidUntilDialog({ item, onClose }: PaidUntilProps & { onClose: () => void }) {
  const save = trpc.imports.setPaidUntil.useMutation()
  const form = useAppForm({
    schema: importPaidInput,
    initialValues: { id: item.id, paid_until: item.mapping.paid_until },
    onSubmit: async (values) => {
      const { paid, payable } = await save.mutateAsync(values)
      toast({
        title: 'Paid time saved',
        message: `${entries(paid)} set as paid elsewhere, ${entries(payable)} to be paid out here.`,
      })
      onClose()
    },
    fallback: 'Failed to save the day',
  })
  return (
    <FormDialog title="Time paid elsewhere" opened onClose={onClose} form={form} submitLabel="Save">
      <DateField
        label="Paid until"
        description="Contributors have been paid elsewhere for time up to and including this day, which won’t be paid out here. Later time, or all of it without a day, will be. Time in a payout stays in it."
        {...form.fields.getInputProps('paid_until')}
      />
    </FormDialog>
  )
}
