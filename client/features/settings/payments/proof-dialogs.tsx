import { List, Text } from '@mantine/core'
import { useAppForm } from '#client/components/app-form.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type PaymentAccountDto, paymentAccountProofInput } from '#shared/payment-accounts.ts'
import { ReAuthFields } from '../section/re-auth-fields.tsx'

interface ProofDialogProps {
  twoFactor: boolean
  onClose: () => void
}

const NOTHING = { password: '', code: '' }

/** Sends the owner to Stripe, which asks about the business. */
export function OnboardDialog({ twoFactor, onClose }: ProofDialogProps) {
  const start = trpc.payments.startOnboarding.useMutation()
  const form = useAppForm({
    schema: paymentAccountProofInput,
    initialValues: NOTHING,
    onSubmit: async (values) => {
      const { url } = await start.mutateAsync(values)
      window.location.assign(url)
    },
    fallback: "Failed to open Stripe's pages",
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

/** Removes the account, saying what that means. */
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
      toast({ title: 'Account removed', message: `${account.name} no longer takes card payments.` })
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
        <List.Item>Payments being authenticated are cancelled.</List.Item>
        <List.Item>Cards your clients saved are forgotten.</List.Item>
        <List.Item>Earlier payments stay, but can only be refunded in Stripe.</List.Item>
      </List>
      <ReAuthFields fields={form.fields} twoFactor={twoFactor} />
    </FormDialog>
  )
}
