import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import type { PaymentAccountDto } from '#shared/money/payments/payment-accounts.ts'
import classes from './payments-section.module.css'

type Account = NonNullable<PaymentAccountDto['account']>

interface AccountDetailsProps {
  account: Account
  webhookUrl: string | null
}

/** Details of the account; secrets are never shown. */
export function AccountDetails({ account, webhookUrl }: AccountDetailsProps) {
  return (
    <dl className={classes.details}>
      <Detail label="Account">
        {account.name}
        <Text size="xs" c="dimmed" component="div">
          {account.provider_account_id}
        </Text>
      </Detail>
      <Detail label="Mode">
        {account.test_mode ? 'Test mode: no money moves' : 'Live mode: cards are charged'}
      </Detail>
      {account.kind === 'keys' && (
        <Detail label="Keys">
          {account.publishable_key}
          <Text size="xs" c="dimmed" component="div">
            Secret key ending in {account.secret_hint}, stored encrypted
          </Text>
        </Detail>
      )}
      <Detail label="Charges">{account.charges_enabled ? 'Enabled' : 'Not enabled by Stripe'}</Detail>
      <Detail label="Payouts">
        {account.payouts_enabled ? 'Enabled' : 'Not enabled by Stripe: payments stay in your balance there'}
      </Detail>
      <Detail label="Events">
        {account.webhook
          ? 'Refunds and disputes made at Stripe reach this portal'
          : 'Not received: refunds and disputes made at Stripe don’t reach this portal. Forward events to this address, and replace the keys with its signing secret'}
        {webhookUrl !== null && (
          <Text size="xs" c="dimmed" component="div">
            {webhookUrl}
          </Text>
        )}
      </Detail>
      <Detail label="Checked">
        <RelativeTime instant={account.checked_at} />
      </Detail>
    </dl>
  )
}

const Detail = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)
