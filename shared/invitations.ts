import { z } from 'zod'
import { linkToken } from './auth.ts'
import type { Brand } from './brand.ts'
import { pageInput } from './paging.ts'
import { SELF_REGISTERED_ROLES } from './roles.ts'
import { requiredEmail, requiredText } from './text.ts'

export const INVITATION_DAYS = 7

const REQUIRED = 'Please fill in all required fields.'

/** Sets role and agency; `client_id` or `employee_id` is the record the account will belong to. */
export const invitationCreateInput = z
  .strictObject({
    email: requiredEmail(REQUIRED),
    role: z.enum(SELF_REGISTERED_ROLES, 'Please choose an account type.'),
    client_id: z.uuid().nullish(),
    employee_id: z.uuid().nullish(),
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
export const invitationRef = z.strictObject({ id: z.uuid() })
export const invitationTokenInput = z.strictObject({ token: linkToken })

/** Name and password create a new account; users signed in with the invited email send neither. */
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

/** What anyone with the invitation link can see. */
export interface PublicInvitationDto {
  agency_name: string
  /** What the agency set of its own; holders of the link get its logo below /documents/invitations. */
  brand: Brand
  email: string
  role: string
  /** What the agency calls whoever has this address; null if it knows no name. */
  name: string | null
  /** The email already has an account, so the invitee signs in. */
  has_account: boolean
}
