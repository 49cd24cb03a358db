import { List, Text } from '@mantine/core'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { ReAuthFields } from '#client/components/forms/proof/re-auth-fields.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { PaymentAccountDto } from '#shared/money/payments/payment-accounts.ts'
import { paymentAccountProofInput } from '#shared/money/payments/schemas/payment-accounts.ts'

interface ProofDialogProps {
  twoFactor: boolean
  onClose: () => void
}

const NOTHING = { password: '', code: '' }

/** Redirects the owner to Stripe's onboarding, which asks about the business. */
export function OnboardDialog({ twoFactor, onClose }: ProofDialogProps) {
  const start = trpc.payments.startOnboarding.useMutation()
  const form = useAppForm({
    schema: paymentAccountProofInput,
    initialValues: NOTHING,
    onSubmit: async (values) => {
      const { url } = await start.mutateAsync(values)
      window.location.assign(url)
    },
    fallback: 'Failed to open Stripe’s pages',
  })
  return (
    <FormDialog
      title="Connect with Stripe"
      opened
      onClose={onClose}
      form={form}
      submitLabel="Continue at Stripe"
    >
      <Text size="sm">
        Stripe asks about your business and your bank account, and brings you back here. Client payments then
        go straight to your account there.
      </Text>
      <ReAuthFields fields={form.fields} twoFactor={twoFactor} />
    </FormDialog>
  )
}

/** Removes the account after explaining the consequences. */
export function RemoveDialog({
  account,
  twoFactor,
  onClose,
}: ProofDialogProps & { account: NonNullable<PaymentAccountDto['account']> }) {
  const remove = trpc.payments.removeAccount.useMutation()
  const form = useAppForm({
    schema: paymentAccountProofInput,
    initialValues: NOTHING,
    onSubmit: async (values) => {
      await remove.mutateAsync(values)
      toast({ title: 'Account removed', message: `${account.name} no longer receives card payments.` })
      onClose()
    },
    fallback: 'Failed to remove the account',
  })
  return (
    <FormDialog
      title="Remove account"
      opened
      onClose={onClose}
      form={form}
      submitLabel="Remove account"
      destructive
    >
      <List size="sm" spacing={4}>
        <List.Item>Your clients can no longer pay by card.</List.Item>
        <List.Item>Payments being authenticated are canceled.</List.Item>
        <List.Item>Your clients’ saved cards are removed.</List.Item>
        <List.Item>Earlier payments stay, but can only be refunded in Stripe.</List.Item>
      </List>
      <ReAuthFields fields={form.fields} twoFactor={twoFactor} />
    </FormDialog>
  )
}
