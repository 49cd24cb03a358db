import { signUpInput } from '#shared/identity/schemas/auth.ts'
import { publicProcedure } from '../../base/core/calls/procedures.ts'
import { signUp } from './commands/sign-up.ts'

/** Merged into `auth` by the root router: registration creates agencies, which `auth` may not import. */
export const registrationProcedures = {
  signUp: publicProcedure
    .meta({ can: 'public' })
    .input(signUpInput)
    .mutation(({ ctx, input }) => signUp(ctx, input)),
}
