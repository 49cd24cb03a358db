import { z } from 'zod'
import { linkToken } from './auth.ts'
import { pageInput } from './paging.ts'
import { SELF_REGISTERED_ROLES } from './roles.ts'
import { emailText, requiredText } from './text.ts'

export const INVITATION_DAYS = 7

const REQUIRED = 'Please fill in all required fields.'

/** Fixes role and agency; `client_id` or `employee_id` names the row the account will stand for. */
export const invitationCreateInput = z
  .strictObject({
    email: z.string(REQUIRED).trim().min(1, REQUIRED).pipe(emailText()),
    role: z.enum(SELF_REGISTERED_ROLES, 'Please choose an account type.'),
    client_id: z.uuid().nullish(),
    employee_id: z.uuid().nullish(),
  })
  .refine((input) => !input.client_id || input.role === 'client', {
    path: ['client_id'],
    message: 'Only a client is invited to a client company.',
  })
  .refine((input) => !input.employee_id || input.role === 'employee', {
    path: ['employee_id'],
    message: 'Only a contributor is invited as a contributor.',
  })
export type InvitationCreateInput = z.input<typeof invitationCreateInput>

export const invitationListInput = z.strictObject({
  ...pageInput,
  client_id: z.uuid().nullish(),
  employee_id: z.uuid().nullish(),
  role: z.enum(SELF_REGISTERED_ROLES).nullish(),
  /** True leaves out what was accepted or withdrawn; an expired one is still open to a new link. */
  open: z.boolean().default(false),
})
export const invitationRef = z.strictObject({ id: z.uuid() })
export const invitationTokenInput = z.strictObject({ token: linkToken })

/** Name and password make a new account; somebody signed in with the invited e-mail sends neither. */
export const invitationAcceptInput = invitationTokenInput.extend({
  name: requiredText(REQUIRED).optional(),
  password: z.string().min(1, REQUIRED).max(256, 'This password is too long.').optional(),
})

export type InvitationStatus = 'pending' | 'accepted' | 'revoked' | 'expired'

export interface InvitationDto {
  id: string
  email: string
  role: string
  client_id: string | null
  employee_id: string | null
  invited_by_name: string
  status: InvitationStatus
  created_at: string
  expires_at: string
}

/** What the holder of an invitation's link may know of it. */
export interface PublicInvitationDto {
  agency_name: string
  email: string
  role: string
  /** The invited person signs in instead of choosing a password. */
  has_account: boolean
}
