import { z } from 'zod'
import { SELF_REGISTERED_ROLES } from '../../base/roles.ts'
import { pageInput } from '../../base/schemas/paging.ts'
import { requiredEmail, requiredText } from '../../base/schemas/text.ts'
import { linkToken } from '../../identity/schemas/auth.ts'
import { reAuthFields } from '../../identity/schemas/two-factor.ts'

const REQUIRED = 'Please fill in all required fields.'

/**
 * Determines role and agency; `client_id` or `employee_id` is the record the account will belong to. Inviting
 * an owner requires confirming one's identity.
 */
export const invitationCreateInput = z
  .strictObject({
    email: requiredEmail(REQUIRED),
    role: z.enum(SELF_REGISTERED_ROLES, 'Please choose an account type.'),
    client_id: z.uuid().nullish(),
    employee_id: z.uuid().nullish(),
    password: reAuthFields.password.optional(),
    code: reAuthFields.code,
  })
  .refine((input) => input.role !== 'agency_admin' || input.password !== undefined, {
    path: ['password'],
    message: 'Please enter your password.',
  })
  .refine((input) => !input.client_id || input.role === 'client', {
    path: ['client_id'],
    message: 'Only clients can be invited to a client company.',
  })
  .refine((input) => !input.employee_id || input.role === 'employee', {
    path: ['employee_id'],
    message: 'Only contributors can be invited for a contributor record.',
  })
export type InvitationCreateInput = z.input<typeof invitationCreateInput>

export const invitationListInput = z.strictObject({
  ...pageInput,
  client_id: z.uuid().nullish(),
  employee_id: z.uuid().nullish(),
  role: z.enum(SELF_REGISTERED_ROLES).nullish(),
  /** If true, excludes accepted and revoked invitations; expired ones can still be resent. */
  open: z.boolean().default(false),
})
export const invitationTokenInput = z.strictObject({ token: linkToken })

/**
 * Name and password create a new account. For an existing one, the password authenticates, with a code if two-factor
 * authentication is on; users signed in with the invited email send neither.
 */
export const invitationAcceptInput = invitationTokenInput.extend({
  name: requiredText(REQUIRED).optional(),
  password: z.string().min(1, REQUIRED).max(256, 'This password is too long.').optional(),
  code: reAuthFields.code,
})
