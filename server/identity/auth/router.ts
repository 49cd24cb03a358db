import {
  linkBrandInput,
  requestPasswordResetInput,
  resetPasswordInput,
  signInInput,
  updateProfileInput,
  verifyEmailInput,
} from '#shared/identity/schemas/auth.ts'
import { verifyTwoFactorInput } from '#shared/identity/schemas/two-factor.ts'
import { publicProcedure, userProcedure } from '../../base/core/calls/procedures.ts'
import { signIn } from './access/commands/sign-in.ts'
import { signOut } from './access/commands/sign-out.ts'
import { verifyTwoFactor } from './access/commands/verify-two-factor.ts'
import { requestPasswordReset } from './accounts/commands/request-password-reset.ts'
import { resendVerification } from './accounts/commands/resend-verification.ts'
import { resetPassword } from './accounts/commands/reset-password.ts'
import { updateProfile } from './accounts/commands/update-profile.ts'
import { verifyEmail } from './accounts/commands/verify-email.ts'
import { getLinkBrand } from './queries/link-brand.ts'
import { getAuthInfo, getSession } from './queries/session.ts'

/** Registration, which creates agencies, is merged in by the root router. */
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
  resendVerification: userProcedure
    .meta({ can: 'security.own', repetition: 'reserve' })
    .mutation(({ ctx }) => resendVerification(ctx)),
  updateProfile: userProcedure
    .meta({ can: 'profile.own', signedOut: 'No user logged in' })
    .input(updateProfileInput)
    .mutation(({ ctx, input }) => updateProfile(ctx, input)),
}
