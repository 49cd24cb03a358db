import {
  requestPasswordResetInput,
  resetPasswordInput,
  signInInput,
  signUpInput,
  updateProfileInput,
  verifyEmailInput,
} from '#shared/auth.ts'
import { verifyTwoFactorInput } from '#shared/two-factor.ts'
import { publicProcedure, router, userProcedure } from '../trpc/procedures.ts'
import { requestPasswordReset, resetPassword } from './commands/reset-password.ts'
import { signIn, signOut } from './commands/sign-in.ts'
import { signUp } from './commands/sign-up.ts'
import { updateProfile } from './commands/update-profile.ts'
import { verifyEmail } from './commands/verify-email.ts'
import { verifyTwoFactor } from './commands/verify-two-factor.ts'
import { getAuthInfo, getSession } from './queries.ts'

export const authRouter = router({
  session: publicProcedure.meta({ can: 'public' }).query(({ ctx }) => getSession(ctx.services, ctx.scope)),
  info: publicProcedure.meta({ can: 'public' }).query(({ ctx }) => getAuthInfo(ctx.services)),
  signIn: publicProcedure
    .meta({ can: 'public' })
    .input(signInInput)
    .mutation(({ ctx, input }) => signIn(ctx, input)),
  verifyTwoFactor: publicProcedure
    .meta({ can: 'public' })
    .input(verifyTwoFactorInput)
    .mutation(({ ctx, input }) => verifyTwoFactor(ctx, input)),
  signUp: publicProcedure
    .meta({ can: 'public' })
    .input(signUpInput)
    .mutation(({ ctx, input }) => signUp(ctx, input)),
  signOut: publicProcedure.meta({ can: 'public', whileReading: true }).mutation(({ ctx }) => signOut(ctx)),
  requestPasswordReset: publicProcedure
    .meta({ can: 'public' })
    .input(requestPasswordResetInput)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx, input)),
  resetPassword: publicProcedure
    .meta({ can: 'public' })
    .input(resetPasswordInput)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
  verifyEmail: publicProcedure
    .meta({ can: 'public' })
    .input(verifyEmailInput)
    .mutation(({ ctx, input }) => verifyEmail(ctx, input)),
  updateProfile: userProcedure
    .meta({ can: 'profile.own', signedOut: 'No user logged in' })
    .input(updateProfileInput)
    .mutation(({ ctx, input }) => updateProfile(ctx.services, ctx.scope, input)),
})
