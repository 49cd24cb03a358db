import { TextInput } from '@mantine/core'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { agencyCreateInput } from '#shared/overview/schemas/agencies.ts'
import { PlanSelect } from './plan-select.tsx'

/** Adds a trial agency and emails its owner an invitation. */
export function AgencyDialog({ onClose }: { onClose: () => void }) {
  const create = trpc.agencies.create.useMutation()
  const form = useAppForm({
    schema: agencyCreateInput,
    initialValues: { name: '', owner_name: '', owner_email: '', plan_id: '' },
    onSubmit: async (values) => {
      await create.mutateAsync(values)
      toast({
        title: `Agency "${values.name}" has been added successfully!`,
        message: `An invitation has been sent to ${values.owner_email}.`,
      })
      onClose()
    },
    fallback: 'Failed to save agency',
  })
  const { fields } = form
  return (
    <FormDialog title="Add Agency" opened onClose={onClose} form={form} submitLabel="Add Agency">
      <TextInput label="Agency name" required data-autofocus {...fields.getInputProps('name')} />
      <TextInput label="Owner name" required {...fields.getInputProps('owner_name')} />
      <TextInput label="Owner email" required type="email" {...fields.getInputProps('owner_email')} />
      <PlanSelect label="Plan" required placeholder="Choose a plan" {...fields.getInputProps('plan_id')} />
    </FormDialog>
  )
}
