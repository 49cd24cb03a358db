import { z } from 'zod'
import { reAuthFields } from '../../../identity/schemas/two-factor.ts'

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
  /** Only if the agency forwards events itself: replaces the endpoint that we would register. */
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
  /** The platform's fee on payments to connected accounts, in basis points. */
  connect_fee_bps: z
    .int('The fee must be a number')
    .min(0, 'The fee must be 0 or more')
    .max(5000, 'The fee must be 50% or less'),
  ...reAuthFields,
})
