import {
  invitationAcceptInput,
  invitationCreateInput,
  invitationListInput,
  invitationRef,
  invitationTokenInput,
} from '#shared/invitations.ts'
import { agencyProcedure, publicProcedure, router } from '../trpc/procedures.ts'
import { acceptInvitation } from './commands/accept.ts'
import { createInvitation, resendInvitation, revokeInvitation } from './commands/send.ts'
import { getPublicInvitation, listInvitations } from './queries.ts'

export const invitationsRouter = router({
  list: agencyProcedure
    .meta({ can: 'invitation.write' })
    .input(invitationListInput)
    .query(({ ctx, input }) => listInvitations(ctx.services.db, ctx.scope, input)),
  create: agencyProcedure
    .meta({ can: 'invitation.write' })
    .input(invitationCreateInput)
    .mutation(({ ctx, input }) => createInvitation(ctx.services.db, ctx.scope, input, ctx.services.config)),
  resend: agencyProcedure
    .meta({ can: 'invitation.write' })
    .input(invitationRef)
    .mutation(({ ctx, input }) => resendInvitation(ctx.services.db, ctx.scope, input, ctx.services.config)),
  revoke: agencyProcedure
    .meta({ can: 'invitation.write' })
    .input(invitationRef)
    .mutation(({ ctx, input }) => revokeInvitation(ctx.services.db, ctx.scope, input)),
  get: publicProcedure
    .meta({ can: 'public' })
    .input(invitationTokenInput)
    .query(({ ctx, input }) => getPublicInvitation(ctx.services.db, input.token, ctx.services.clock())),
  accept: publicProcedure
    .meta({ can: 'public' })
    .input(invitationAcceptInput)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input)),
})
