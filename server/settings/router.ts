import {
  agencySettingsInput,
  changePasswordInput,
  deleteAccountInput,
  emailChangeInput,
  emailConfirmInput,
  preferencesInput,
  sessionIdInput,
} from '#shared/settings.ts'
import { passwordConfirmInput, twoFactorConfirmInput, twoFactorDisableInput } from '#shared/two-factor.ts'
import { agencyProcedure, router, userProcedure } from '../trpc/procedures.ts'
import { deleteAccount } from './commands/account.ts'
import { saveAgencySettings } from './commands/agency.ts'
import { confirmEmailChange, requestEmailChange } from './commands/email.ts'
import { savePreferences } from './commands/preferences.ts'
import { changePassword, revokeOtherSessions, revokeSession } from './commands/security.ts'
import {
  confirmTwoFactor,
  disableTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from './commands/two-factor.ts'
import { exportOwnData } from './queries/export.ts'
import { getSettings, listSessions } from './queries.ts'

const own = userProcedure.meta({ can: 'settings.own' })
const security = userProcedure.meta({ can: 'security.own' })

export const settingsRouter = router({
  get: own.query(({ ctx }) => getSettings(ctx.services.db, ctx.scope)),
  savePreferences: own
    .input(preferencesInput)
    .mutation(({ ctx, input }) => savePreferences(ctx.services.db, ctx.scope, input)),
  saveAgency: agencyProcedure
    .meta({ can: 'agency.write-own' })
    .input(agencySettingsInput)
    .mutation(({ ctx, input }) => saveAgencySettings(ctx.services.db, ctx.scope, input)),
  requestEmailChange: security
    .input(emailChangeInput)
    .mutation(({ ctx, input }) => requestEmailChange(ctx, ctx.scope, input)),
  confirmEmailChange: security
    .input(emailConfirmInput)
    .mutation(({ ctx, input }) => confirmEmailChange(ctx, ctx.scope, input)),
  changePassword: security
    .input(changePasswordInput)
    .mutation(({ ctx, input }) => changePassword(ctx, ctx.scope, input)),
  sessions: security.query(({ ctx }) => listSessions(ctx.services.db, ctx.scope, ctx.sessionId)),
  revokeSession: security
    .input(sessionIdInput)
    .mutation(({ ctx, input }) => revokeSession(ctx, ctx.scope, input)),
  revokeOtherSessions: security.mutation(({ ctx }) => revokeOtherSessions(ctx, ctx.scope)),
  setUpTwoFactor: security
    .input(passwordConfirmInput)
    .mutation(({ ctx, input }) => setUpTwoFactor(ctx, ctx.scope, input)),
  confirmTwoFactor: security
    .input(twoFactorConfirmInput)
    .mutation(({ ctx, input }) => confirmTwoFactor(ctx, ctx.scope, input)),
  disableTwoFactor: security
    .input(twoFactorDisableInput)
    .mutation(({ ctx, input }) => disableTwoFactor(ctx, ctx.scope, input)),
  renewRecoveryCodes: security
    .input(passwordConfirmInput)
    .mutation(({ ctx, input }) => renewRecoveryCodes(ctx, ctx.scope, input)),
  exportData: own.query(({ ctx }) => exportOwnData(ctx.services.db, ctx.scope)),
  deleteAccount: security
    .input(deleteAccountInput)
    .mutation(({ ctx, input }) => deleteAccount(ctx, ctx.scope, input)),
})
