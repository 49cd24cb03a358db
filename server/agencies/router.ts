import { signUpInput } from '#shared/auth.ts'
import { publicProcedure } from '../core/procedures.ts'
import { signUp } from './commands/register.ts'

/** Joined to `auth` at composition: who registers founds an agency. */
export const registrationProcedures = {
  signUp: publicProcedure
    .meta({ can: 'public' })
    .input(signUpInput)
    .mutation(({ ctx, input }) => signUp(ctx, input)),
}
