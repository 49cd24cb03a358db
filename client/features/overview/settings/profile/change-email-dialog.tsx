import { Text, TextInput } from '@mantine/core'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { ReAuthFields } from '#client/components/forms/proof/re-auth-fields.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { emailChangeInput } from '#shared/overview/schemas/settings.ts'

interface ChangeEmailDialogProps {
  twoFactor: boolean
  onClose: () => void
}

/** The email changes once the link sent to the new address is opened. */
export function ChangeEmailDialog({ twoFactor, onClose }: ChangeEmailDialogProps) {
  const request = trpc.settings.requestEmailChange.useMutation()
  const form = useAppForm({
    schema: emailChangeInput,
    initialValues: { email: '', password: '', code: '' },
    onSubmit: async (values) => {
      const { pending_email } = await request.mutateAsync(values)
      toast({
        title: 'Confirmation sent',
        message: `Open the link in the email we sent to ${pending_email}.`,
      })
      onClose()
    },
    fallback: 'Failed to change the email',
  })
  return (
    <FormDialog title="Change email" opened onClose={onClose} form={form} submitLabel="Send confirmation">
      <Text size="sm" c="dimmed">
        We’ll send a link to the new address. Your email changes when you open it.
      </Text>
      <TextInput
        label="New email"
        type="email"
        required
        data-autofocus
        autoComplete="email"
        {...form.fields.getInputProps('email')}
      />
      <ReAuthFields fields={form.fields} twoFactor={twoFactor} />
    </FormDialog>
  )
}
