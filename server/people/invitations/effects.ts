import type { z } from 'zod'
import { withArticle } from '#shared/people/events.ts'
import type { invitationCreateInput } from '#shared/people/schemas/invitations.ts'
import type { Effects, Purposes } from '../../base/core/context.ts'

export const INVITATION_EFFECTS: Effects = {
  'invitations.create': {
    does: 'Invites a person to the portal by email, as a client contact or a contributor.',
    follows:
      'The email contains a link to join. It can’t be recalled, but the link can be revoked. Once a contributor accepts it, their earlier account (replaces_email) loses access.',
    records: ['invitation.sent', 'invitation.revoked'],
    preview: async (_ctx, { email, role }: z.output<typeof invitationCreateInput>) => [
      `${email} gets an email with a link to join as ${withArticle(role)}.`,
    ],
  },
  'invitations.resend': {
    does: 'Sends an open or expired invitation again.',
    follows: 'The person gets a new link by email; the earlier link stops working.',
    records: ['invitation.sent'],
  },
  'invitations.revoke': {
    does: 'Revokes an open invitation.',
    follows: 'Its link stops working. Invite the person again to undo that.',
    records: ['invitation.revoked'],
  },
}

export const INVITATION_PURPOSES: Purposes = {
  'invitations.list':
    'Finds invitations of a client, a contributor or a role, for example to see who has not accepted.',
}
