/** The account for an agency's client payments. */
export interface PaymentAccountDto {
  /** What currently accepts cards for the agency's invoices. */
  takes: 'keys' | 'connect' | 'portal' | 'test' | 'none'
  /** Its own account, even if it doesn't accept cards yet. */
  account: {
    kind: 'keys' | 'connect'
    name: string
    provider_account_id: string
    test_mode: boolean
    /** Only for the agency's own keys. */
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
  /** The webhook URL for the agency's own keys; null for other accounts. */
  webhook_url: string | null
}

/** The portal's card payment settings, for the platform's administrator. */
export interface PaymentSettingsDto {
  keys: 'live' | 'test' | 'none'
  test_provider: boolean
  webhook: boolean
  connect_webhook: boolean
  /** Null unless there is exactly one agency or one that uses the portal's keys. */
  share_with: { id: string; name: string; shared: boolean } | null
  agencies: number
  connect: boolean
  connect_fee_bps: number
}
