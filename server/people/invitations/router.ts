import { idInput } from '#shared/base/schemas/ids.ts'
import {
  invitationAcceptInput,
  invitationCreateInput,
  invitationListInput,
  invitationTokenInput,
} from '#shared/people/schemas/invitations.ts'
import { agencyProcedure, publicProcedure, router } from '../../base/core/calls/procedures.ts'
import { acceptInvitation } from './commands/accept.ts'
import { createInvitation, resendInvitation } from './commands/create.ts'
import { revokeInvitation } from './commands/revoke.ts'
import { listInvitations } from './queries/invitations.ts'
import { getPublicInvitation } from './queries/open.ts'

export const invitationsRouter = router({
  list: agencyProcedure
    .meta({ can: 'invitation.write' })
    .input(invitationListInput)
    .query(({ ctx, input }) => listInvitations(ctx, input)),
  create: agencyProcedure
    .meta({ can: 'invitation.write', repetition: 'reserve' })
    .input(invitationCreateInput)
    .mutation(({ ctx, input }) => createInvitation(ctx, input)),
  resend: agencyProcedure
    .meta({ can: 'invitation.write' })
    .input(idInput)
    .mutation(({ ctx, input }) => resendInvitation(ctx, input)),
  revoke: agencyProcedure
    .meta({ can: 'invitation.write' })
    .input(idInput)
    .mutation(({ ctx, input }) => revokeInvitation(ctx, input)),
  get: publicProcedure
    .meta({ can: 'public' })
    .input(invitationTokenInput)
    .query(({ ctx, input }) => getPublicInvitation(ctx, input.token)),
  accept: publicProcedure
    .meta({ can: 'public' })
    .input(invitationAcceptInput)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input)),
})
