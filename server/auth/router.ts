import {
  linkBrandInput,
  requestPasswordResetInput,
  resetPasswordInput,
  signInInput,
  updateProfileInput,
  verifyEmailInput,
} from '#shared/auth.ts'
import { verifyTwoFactorInput } from '#shared/two-factor.ts'
import { publicProcedure, userProcedure } from '../core/procedures.ts'
import { requestPasswordReset } from './commands/request-password-reset.ts'
import { resetPassword } from './commands/reset-password.ts'
import { signIn } from './commands/sign-in.ts'
import { signOut } from './commands/sign-out.ts'
import { updateProfile } from './commands/update-profile.ts'
import { verifyEmail } from './commands/verify-email.ts'
import { verifyTwoFactor } from './commands/verify-two-factor.ts'
import { getLinkBrand } from './queries/link-brand.ts'
import { getAuthInfo, getSession } from './queries/session.ts'

/** Registration, which founds agencies, joins them at composition. */
export const authProcedures = {
  session: publicProcedure.meta({ can: 'public' }).query(({ ctx }) => getSession(ctx)),
  info: publicProcedure.meta({ can: 'public' }).query(({ ctx }) => getAuthInfo(ctx)),
  signIn: publicProcedure
    .meta({ can: 'public' })
    .input(signInInput)
    .mutation(({ ctx, input }) => signIn(ctx, input)),
  verifyTwoFactor: publicProcedure
    .meta({ can: 'public' })
    .input(verifyTwoFactorInput)
    .mutation(({ ctx, input }) => verifyTwoFactor(ctx, input)),
  signOut: publicProcedure.meta({ can: 'public', whileReading: true }).mutation(({ ctx }) => signOut(ctx)),
  requestPasswordReset: publicProcedure
    .meta({ can: 'public' })
    .input(requestPasswordResetInput)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx, input)),
  resetPassword: publicProcedure
    .meta({ can: 'public' })
    .input(resetPasswordInput)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
  linkBrand: publicProcedure
    .meta({ can: 'public' })
    .input(linkBrandInput)
    .query(({ ctx, input }) => getLinkBrand(ctx, input)),
  verifyEmail: publicProcedure
    .meta({ can: 'public' })
    .input(verifyEmailInput)
    .mutation(({ ctx, input }) => verifyEmail(ctx, input)),
  updateProfile: userProcedure
    .meta({ can: 'profile.own', signedOut: 'No user logged in' })
    .input(updateProfileInput)
    .mutation(({ ctx, input }) => updateProfile(ctx, input)),
}
