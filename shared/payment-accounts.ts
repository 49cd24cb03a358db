import { z } from 'zod'
import { reAuthFields } from './two-factor.ts'

const KEY = 'Enter the key as Stripe shows it.'
const keyOf = (prefix: string) =>
  z
    .string(KEY)
    .trim()
    .max(300, KEY)
    .regex(new RegExp(`^(${prefix})_(test|live)_[A-Za-z0-9]{8,}$`), KEY)

/** The agency's own keys. */
export const connectKeysInput = z.strictObject({
  publishable_key: keyOf('pk'),
  secret_key: keyOf('sk|rk'),
  /** Only for those who forward events themselves: it replaces the endpoint we would register. */
  webhook_secret: z
    .string()
    .trim()
    .max(300)
    .regex(/^(whsec_[A-Za-z0-9_]{8,})?$/, 'Enter the signing secret as Stripe shows it.')
    .optional(),
  ...reAuthFields,
})

export const paymentAccountProofInput = z.strictObject(reAuthFields)

export const paymentSettingsInput = z.strictObject({
  /** Lets the only agency's clients pay with the portal's own keys. */
  share_keys: z.boolean(),
  connect: z.boolean(),
  /** The platform's part of payments to connected accounts, in hundredths of a percent. */
  connect_fee_bps: z
    .int('The fee must be a number')
    .min(0, 'The fee must be 0 or more')
    .max(5000, 'The fee must be 50% or less'),
})

/** Where an agency's client payments go. */
export interface PaymentAccountDto {
  /** What takes cards for the agency's invoices now. */
  takes: 'keys' | 'connect' | 'portal' | 'test' | 'none'
  /** Its own account, whether it takes cards yet or not. */
  account: {
    kind: 'keys' | 'connect'
    name: string
    provider_account_id: string
    test_mode: boolean
    /** Of own keys only. */
    publishable_key: string | null
    secret_hint: string | null
    /** Whether the provider's events reach the portal. */
    webhook: boolean
    charges_enabled: boolean
    payouts_enabled: boolean
    details_submitted: boolean
    checked_at: string
  } | null
  /** Whether the platform offers Stripe Connect. */
  connect_offered: boolean
  /** Where the provider sends the events of own keys; null for other accounts. */
  webhook_url: string | null
}

/** How the portal takes cards, for the platform's administrator. */
export interface PaymentSettingsDto {
  keys: 'live' | 'test' | 'none'
  test_provider: boolean
  webhook: boolean
  connect_webhook: boolean
  /** Null while there is not exactly one agency and none uses the portal's keys. */
  share_with: { id: string; name: string; shared: boolean } | null
  agencies: number
  connect: boolean
  connect_fee_bps: number
}
