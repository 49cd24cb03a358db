import { Group, Stack, Switch, Text } from '@mantine/core'
import { PercentField } from '#client/components/fields/percent-field.tsx'
import { AppForm, SubmitButton, useAppForm } from '#client/components/forms/app-form.tsx'
import { ReAuthFields } from '#client/components/forms/proof/re-auth-fields.tsx'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { useUnsavedChanges } from '#client/components/settings/unsaved-changes.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { PaymentSettingsDto } from '#shared/money/payments/payment-accounts.ts'
import { paymentSettingsInput } from '#shared/money/payments/schemas/payment-accounts.ts'

/** How the platform takes cards, and which agencies may use its keys. */
export function PaymentsCard({ twoFactor }: { twoFactor: boolean }) {
  const query = trpc.platform.payments.useQuery()
  return (
    <SettingsCard
      title="Card payments"
      description="Agencies pay their plans with the portal’s own keys. Their clients pay into each agency’s own account."
    >
      {query.data === undefined ? (
        <QueryState query={query} loading={<Skeletons layout="rows" height={44} />} />
      ) : (
        <PaymentsForm payments={query.data} twoFactor={twoFactor} />
      )}
    </SettingsCard>
  )
}

const valuesOf = ({ share_with, connect, connect_fee_bps }: PaymentSettingsDto) => ({
  share_keys: share_with?.shared ?? false,
  connect,
  connect_fee_bps,
  password: '',
  code: '',
})

function PaymentsForm({ payments, twoFactor }: { payments: PaymentSettingsDto; twoFactor: boolean }) {
  const save = trpc.platform.savePayments.useMutation()
  const form = useAppForm({
    schema: paymentSettingsInput,
    initialValues: valuesOf(payments),
    onSubmit: async (values) => {
      const saved = await save.mutateAsync(values)
      toast({ title: 'Card payment settings saved' })
      return valuesOf(saved)
    },
    fallback: 'Failed to save the card payment settings',
    resetOnSuccess: false,
  })
  const { fields } = form
  useUnsavedChanges(fields.isDirty())
  const { share_with, keys } = payments
  const hasKeys = keys !== 'none'
  return (
    <AppForm form={form}>
      <Text size="sm" mb="sm">
        {standingOf(payments)}
      </Text>
      <Switch
        mb="sm"
        label={
          share_with === null ? 'Share the portal’s keys' : `Share the portal’s keys with ${share_with.name}`
        }
        description={sharingOf(payments)}
        disabled={share_with === null || !hasKeys}
        {...fields.getInputProps('share_keys', { type: 'checkbox' })}
      />
      <Switch
        mb="sm"
        label="Stripe Connect"
        description={
          payments.connect_webhook || !hasKeys
            ? 'Owners can connect an account through Stripe’s onboarding instead of entering keys'
            : 'Owners can connect an account through Stripe’s onboarding. Set STRIPE_CONNECT_WEBHOOK_SECRET so that its events are received'
        }
        disabled={!hasKeys}
        {...fields.getInputProps('connect', { type: 'checkbox' })}
      />
      <PercentField
        mb="sm"
        maw={220}
        label="Platform fee"
        description="Percent of each payment to a connected account"
        max={50}
        disabled={!fields.values.connect}
        {...fields.getInputProps('connect_fee_bps')}
      />
      {fields.isDirty() && (
        <Stack gap="sm" maw={420} mb="sm">
          <ReAuthFields fields={fields} twoFactor={twoFactor} />
        </Stack>
      )}
      <Group>
        <SubmitButton>Save card payments</SubmitButton>
      </Group>
    </AppForm>
  )
}

function standingOf({ keys, test_provider, webhook }: PaymentSettingsDto): string {
  if (keys === 'none') {
    return test_provider
      ? 'Test mode: payments are simulated, and no money moves.'
      : 'The portal has no Stripe keys: set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY.'
  }
  const events = webhook ? 'and receives its events.' : 'but STRIPE_WEBHOOK_SECRET is not set.'
  return `The portal has Stripe keys in ${keys} mode ${events}`
}

const sharingOf = ({ share_with, agencies }: PaymentSettingsDto): string =>
  share_with === null
    ? `Only for portals with one agency; this one has ${agencies}`
    : 'Its clients pay into the portal’s own Stripe account, until it sets up one of its own'
