import type { Brand } from '../identity/brand.ts'

export const INVITATION_DAYS = 7

export type InvitationStatus = 'pending' | 'accepted' | 'revoked' | 'expired'

export interface InvitationDto {
  id: string
  email: string
  role: string
  client_id: string | null
  employee_id: string | null
  /** The contributor's current account, which loses access when the invitation is accepted. */
  replaces_email: string | null
  invited_by_name: string
  status: InvitationStatus
  created_at: string
  expires_at: string
}

/** What anyone with the invitation link can see. */
export interface PublicInvitationDto {
  agency_name: string
  /** The agency's branding; holders of the link can load its logo below /documents/invitations. */
  brand: Brand
  email: string
  role: string
  /** The agency's name for the person with this address; null if unknown. */
  name: string | null
  /** The email already has an account, so the invitee signs in. */
  has_account: boolean
}
