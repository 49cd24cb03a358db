import { Alert, Anchor, PasswordInput, Text, TextInput } from '@mantine/core'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { ReAuthFields } from '#client/components/forms/proof/re-auth-fields.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { PaymentAccountDto } from '#shared/money/payments/payment-accounts.ts'
import { connectKeysInput } from '#shared/money/payments/schemas/payment-accounts.ts'

interface KeysDialogProps {
  current: PaymentAccountDto['account']
  twoFactor: boolean
  onClose: () => void
}

/** Enters the agency's own API keys; the server verifies them before storing them. */
export function KeysDialog({ current, twoFactor, onClose }: KeysDialogProps) {
  const connect = trpc.payments.connectKeys.useMutation()
  const form = useAppForm({
    schema: connectKeysInput,
    initialValues: { publishable_key: '', secret_key: '', webhook_secret: '', password: '', code: '' },
    onSubmit: async (values) => {
      const { account } = await connect.mutateAsync(values)
      toast({ title: 'Card payment is on', message: `Client payments go to ${account?.name}.` })
      onClose()
    },
    fallback: 'Failed to save the keys',
  })
  const { fields } = form
  return (
    <FormDialog
      title={current === null ? 'Enter Stripe keys' : 'Replace keys'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={current === null ? 'Turn on card payment' : 'Replace keys'}
      size="lg"
    >
      <Text size="sm" c="dimmed">
        Both are in Stripe under Developers › API keys. They are verified, stored encrypted and never shown
        again.{' '}
        <Anchor
          href="https://dashboard.stripe.com/apikeys"
          target="_blank"
          rel="noreferrer"
          inherit
          underline="always"
        >
          Open Stripe
        </Anchor>
      </Text>
      {current !== null && (
        <Alert color="yellow" p="sm">
          <Text size="sm">
            Keys from another Stripe account replace {current.name}: your clients’ saved cards are removed,
            and earlier payments can only be refunded in Stripe.
          </Text>
        </Alert>
      )}
      <TextInput
        label="Publishable key"
        required
        data-autofocus
        placeholder="pk_live_…"
        autoComplete="off"
        {...fields.getInputProps('publishable_key')}
      />
      <PasswordInput
        label="Secret key"
        description="Restricted keys work, too; missing permissions are listed when you save"
        required
        placeholder="sk_live_…"
        autoComplete="off"
        {...fields.getInputProps('secret_key')}
      />
      <PasswordInput
        label="Signing secret"
        description="Leave empty: the portal registers its own endpoint. Only needed if you forward events yourself"
        placeholder="whsec_…"
        autoComplete="off"
        {...fields.getInputProps('webhook_secret')}
      />
      <ReAuthFields fields={fields} twoFactor={twoFactor} />
    </FormDialog>
  )
}
