import { Alert, Anchor, PasswordInput, Text, TextInput } from '@mantine/core'
import { useAppForm } from '#client/components/app-form.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { connectKeysInput, type PaymentAccountDto } from '#shared/payment-accounts.ts'
import { ReAuthFields } from '../section/re-auth-fields.tsx'

interface KeysDialogProps {
  current: PaymentAccountDto['account']
  twoFactor: boolean
  onClose: () => void
}

/** Enters the agency's own keys; the server tries them before it stores them. */
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
        You find both in Stripe under Developers › API keys. They are tried now, stored encrypted and never
        shown again.{' '}
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
            Keys of another Stripe account replace {current.name}: cards your clients saved are forgotten, and
            earlier payments can only be refunded in Stripe.
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
        description="A restricted key works, too, if it may write payments, refunds, customers and webhook endpoints"
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
