import { Alert, Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import type { PaymentAccountDto } from '#shared/money/payments/payment-accounts.ts'
import { AccountDetails } from './account-details.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { OnboardDialog, RemoveDialog } from './proof-dialogs.tsx'

type Dialog = 'keys' | 'onboard' | 'remove' | null

interface AccountCardProps {
  state: PaymentAccountDto
  twoFactor: boolean
}

/** The account that receives client payments, with the owner's actions. */
export function AccountCard({ state, twoFactor }: AccountCardProps) {
  const [dialog, setDialog] = useState<Dialog>(null)
  const close = () => setDialog(null)
  const { account } = state
  return (
    <SettingsCard
      title="Card payment"
      description="How your clients pay your invoices by card. The money goes to your own Stripe account."
    >
      <Standing state={state} />
      {account !== null && <AccountDetails account={account} webhookUrl={state.webhook_url} />}
      <Group gap="xs">
        {account === null && state.connect_offered && (
          <Button onClick={() => setDialog('onboard')}>Connect with Stripe</Button>
        )}
        {account?.kind === 'connect' && !account.charges_enabled && (
          <Button onClick={() => setDialog('onboard')}>Continue at Stripe</Button>
        )}
        {account?.kind !== 'connect' && (
          <Button variant="default" onClick={() => setDialog('keys')}>
            {account === null ? 'Enter Stripe keys' : 'Replace keys'}
          </Button>
        )}
        {account !== null && <CheckAgain />}
        {account !== null && (
          <Button variant="default" color="red" onClick={() => setDialog('remove')}>
            Remove account
          </Button>
        )}
      </Group>
      {dialog === 'keys' && <KeysDialog current={account} twoFactor={twoFactor} onClose={close} />}
      {dialog === 'onboard' && <OnboardDialog twoFactor={twoFactor} onClose={close} />}
      {dialog === 'remove' && account !== null && (
        <RemoveDialog account={account} twoFactor={twoFactor} onClose={close} />
      )}
    </SettingsCard>
  )
}

const WORDS: Record<PaymentAccountDto['takes'], string> = {
  keys: 'Your clients pay by card with your own Stripe keys.',
  connect: 'Your clients pay by card. The payments go straight to your connected Stripe account.',
  portal: 'Your clients pay by card with this portal’s Stripe keys.',
  test: 'This portal simulates card payments. Invoices are marked as paid, but no money moves.',
  none: 'Card payment is not set up. Your clients pay by bank transfer, and you record the payments.',
}

function Standing({ state: { takes, account, connect_offered } }: Pick<AccountCardProps, 'state'>) {
  const isTest = takes === 'test' || (takes !== 'none' && account?.test_mode === true)
  return (
    <>
      <Group gap="xs">
        {takes === 'none' ? (
          <StatusBadge status="draft" label="Off" />
        ) : (
          <StatusBadge status="active" label="On" />
        )}
        {isTest && (
          <Badge color="yellow" autoContrast variant="filled">
            Test mode
          </Badge>
        )}
      </Group>
      <Text size="sm">{WORDS[takes]}</Text>
      {takes === 'none' && (
        <Anchor
          size="sm"
          w="fit-content"
          renderRoot={(props) => <Link to="/settings" search={{ section: 'billing' }} {...props} />}
        >
          Open billing settings
        </Anchor>
      )}
      {account?.kind === 'connect' && !account.charges_enabled && (
        <Alert color="yellow" p="sm">
          <Text size="sm">
            {account.details_submitted
              ? 'Stripe is still checking your details. Cards are accepted once that is done.'
              : 'Stripe doesn’t have all of your details yet. Continue there to accept cards.'}
          </Text>
        </Alert>
      )}
      {account?.kind === 'connect' && !connect_offered && (
        <Alert color="yellow" p="sm">
          <Text size="sm">This portal no longer offers Stripe Connect. Enter your own keys instead.</Text>
        </Alert>
      )}
    </>
  )
}

function CheckAgain() {
  const refresh = trpc.payments.refreshAccount.useMutation({
    onError: errorToast('Failed to check the account'),
    onSuccess: () => toast({ title: 'Account checked' }),
  })
  return (
    <Button variant="default" loading={refresh.isPending} onClick={() => refresh.mutate()}>
      Check again
    </Button>
  )
}
