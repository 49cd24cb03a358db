import { z } from 'zod'
import { SELF_REGISTERED_ROLES } from '../../base/roles.ts'
import { deviceZone } from '../../base/schemas/dates.ts'
import { optionalText, requiredEmail, requiredText } from '../../base/schemas/text.ts'

const FILL_IN = 'Please fill in all required fields.'
/** Limits the cost of hashing. */
const MAX_PASSWORD_LENGTH = 256

const requiredPassword = (message: string) =>
  z.string(message).min(1, message).max(MAX_PASSWORD_LENGTH, 'This password is too long.')

const SIGN_IN = 'Please enter both email and password.'

export const signInInput = z.strictObject({
  email: requiredEmail(SIGN_IN),
  password: requiredPassword(SIGN_IN),
})

export const signUpInput = z
  .strictObject({
    name: requiredText(FILL_IN),
    email: requiredEmail(FILL_IN),
    password: requiredPassword(FILL_IN),
    role: z.enum(SELF_REGISTERED_ROLES, 'Please choose an account type.'),
    agency_name: optionalText(),
    /** The device's time zone, used for the new agency until its owner changes it. */
    timezone: deviceZone.optional().catch(undefined),
  })
  .refine((input) => input.role !== 'agency_admin' || input.agency_name !== null, {
    path: ['agency_name'],
    message: 'Please enter your agency name.',
  })

export const requestPasswordResetInput = z.strictObject({
  email: requiredEmail('Please enter your email address.'),
})

export const linkToken = z.string().min(1).max(200)

/** With the token of an emailed link, or without one if signed in. */
export const resetPasswordInput = z.strictObject({
  token: linkToken.nullish(),
  password: requiredPassword('Please fill in all fields.'),
})

export const linkBrandInput = z.strictObject({ token: linkToken })

export const verifyEmailInput = z.strictObject({ token: linkToken })

/** Only the given fields are updated. */
export const updateProfileInput = z.strictObject({
  name: requiredText(FILL_IN).optional(),
  company: optionalText().optional(),
})
