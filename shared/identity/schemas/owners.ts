import { z } from 'zod'
import { emailText } from '../../base/schemas/text.ts'
import { reAuthFields } from './two-factor.ts'

/** Changes to an owner must be made by another owner who confirms their identity. */
export const ownerActInput = z.strictObject({ user_id: z.uuid(), ...reAuthFields })

export const ownerDisableInput = ownerActInput.extend({ disabled: z.boolean() })

/** The member's sign-in address. */
export const memberInput = z.strictObject({ email: emailText() })

export const twoFactorResetInput = memberInput.extend(reAuthFields)

const rate = z
  .int('Enter a valid amount.')
  .min(0, 'Hourly rate cannot be negative')
  .max(1_000_000_000, 'Hourly rate is too high')
  .nullable()

/** Minor units per hour in the agency's currency; null if unset. */
export const ownRatesInput = z.strictObject({ billing_rate: rate, cost_rate: rate })
export type OwnRatesDto = z.output<typeof ownRatesInput>
