import { Textarea } from '@mantine/core'
import { DateField } from '#client/components/fields/date-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { ReAuthFields } from '#client/components/forms/proof/re-auth-fields.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatDate } from '#shared/base/format.ts'
import type { PeriodLocksDto } from '#shared/money/ledger/closed-periods.ts'
import { reopenPeriodsInput } from '#shared/money/ledger/schemas/closed-periods.ts'

interface ReopenDialogProps {
  periods: PeriodLocksDto
  onClose: () => void
}

/** Moves the closing date back, with the owner's password. */
export function ReopenDialog({ periods, onClose }: ReopenDialogProps) {
  const settings = trpc.settings.get.useQuery()
  const reopen = trpc.finance.reopenPeriods.useMutation()
  const form = useAppForm({
    schema: reopenPeriodsInput,
    initialValues: { hard_until: null, reason: '', version: periods.version, password: '', code: '' },
    onSubmit: async (values) => {
      const { hard_until } = await reopen.mutateAsync(values)
      const message =
        hard_until === null ? 'No period is closed.' : `The books are closed up to ${formatDate(hard_until)}.`
      toast({ title: 'Periods reopened', message })
      onClose()
    },
    fallback: 'Failed to reopen the periods',
    resetOnSuccess: false,
  })
  const { fields } = form
  return (
    <FormDialog
      title="Reopen closed periods"
      opened
      onClose={onClose}
      form={form}
      submitLabel="Reopen"
      destructive
    >
      <DateField
        label="Closed up to"
        description={`Now ${formatDate(periods.hard_until ?? '')}. Leave it empty to reopen everything.`}
        {...fields.getInputProps('hard_until')}
      />
      <Textarea
        label="Reason"
        required
        description="Kept in the history and the audit log."
        {...fields.getInputProps('reason')}
      />
      <ReAuthFields fields={fields} twoFactor={settings.data?.security.two_factor ?? false} />
    </FormDialog>
  )
}
