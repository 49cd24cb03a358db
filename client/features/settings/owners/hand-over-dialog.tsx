import { PasswordInput, Text } from '@mantine/core'
import { useAppForm } from '#client/components/app-form.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { handOverInput, type OwnerDto } from '#shared/owners.ts'

/** Hands the agency over to another owner, who becomes the primary one. */
export function HandOverDialog({ owner, onClose }: { owner: OwnerDto; onClose: () => void }) {
  const { user_id, name } = owner
  const handOver = trpc.owners.handOver.useMutation()
  const form = useAppForm({
    schema: handOverInput,
    initialValues: { user_id, password: '' },
    onSubmit: async (values) => {
      await handOver.mutateAsync(values)
      toast({ title: `${name} is the primary owner now` })
      onClose()
    },
    fallback: 'Failed to hand over the agency',
  })
  return (
    <FormDialog
      title={`Make ${name} the primary owner`}
      opened
      onClose={onClose}
      form={form}
      submitLabel="Hand over agency"
      destructive
    >
      <Text size="sm">
        The agency will belong to {name}, who can then remove you and pays for the plan. A plan that renews on
        your card ends with its period; {name} can choose it again.
      </Text>
      <PasswordInput
        label="Password"
        required
        data-autofocus
        autoComplete="current-password"
        {...form.fields.getInputProps('password')}
      />
    </FormDialog>
  )
}
