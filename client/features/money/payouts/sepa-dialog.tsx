import { Text, TextInput } from '@mantine/core'
import { DateField } from '#client/components/fields/date-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { downloadFile } from '#client/lib/loading/download.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useBooksZone } from '#client/lib/session/session.ts'
import { today } from '#client/lib/time/dates.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatCount } from '#shared/base/format.ts'
import type { PayoutDto } from '#shared/money/payouts.ts'
import { sepaBatchCreateInput } from '#shared/money/schemas/sepa.ts'
import { sepaFileAddress } from '#shared/money/sepa.ts'
import { expectedOf, totalOf } from './pay-batch-button.tsx'

interface SepaDialogProps {
  payouts: PayoutDto[]
  onMade: () => void
  onClose: () => void
}

/** Creates a file with the selected payouts and downloads it. */
export function SepaDialog({ payouts, onMade, onClose }: SepaDialogProps) {
  const create = trpc.payouts.createSepaBatch.useMutation()
  const zone = useBooksZone()
  const form = useAppForm({
    schema: sepaBatchCreateInput,
    initialValues: { payout_ids: payouts.map(({ id }) => id), execute_on: today(zone), purpose: '' },
    onSubmit: async (values) => {
      const { id } = await create.mutateAsync({ ...values, expected: expectedOf(payouts) })
      toast({ title: 'SEPA file created', message: 'Upload it to your bank, then record it as paid.' })
      downloadFile(sepaFileAddress(id))
      onMade()
      onClose()
    },
    fallback: 'Failed to create the SEPA file',
  })
  const { fields } = form
  const count = formatCount(payouts.length, 'payout')
  return (
    <FormDialog title="Create SEPA file" opened onClose={onClose} form={form} submitLabel="Create SEPA file">
      <Text size="sm">{`${count}, ${totalOf(payouts)} in total. No money moves until your bank has the file.`}</Text>
      <DateField
        label="Execution date"
        required
        clearable={false}
        description="The day on which your bank makes the transfers."
        {...fields.getInputProps('execute_on')}
      />
      <TextInput
        label="Purpose"
        placeholder="Each payout’s description"
        description="The same text for all transfers."
        {...fields.getInputProps('purpose')}
      />
    </FormDialog>
  )
}
