import { ownRatesInput } from '#shared/identity/schemas/owners.ts'
import {
  passwordAndCodeInput,
  passwordConfirmInput,
  reAuthInput,
  twoFactorConfirmInput,
} from '#shared/identity/schemas/two-factor.ts'
import {
  agencySettingsInput,
  changePasswordInput,
  deleteAccountInput,
  emailChangeInput,
  emailConfirmInput,
  preferencesInput,
  sessionIdInput,
} from '#shared/overview/schemas/settings.ts'
import { exportInTurn } from '../../base/adapters/export-queue.ts'
import { agencyProcedure, router, userProcedure } from '../../base/core/calls/procedures.ts'
import { confirmIdentity } from '../../identity/auth/proof/commands/confirm-identity.ts'
import { saveOwnRates } from '../../time/work-log/commands/save-rates.ts'
import { changePassword } from './commands/change-password.ts'
import { deleteAccount } from './commands/delete-account.ts'
import { disableTwoFactor } from './commands/disable-two-factor.ts'
import { renewRecoveryCodes } from './commands/renew-recovery-codes.ts'
import { confirmEmailChange, requestEmailChange } from './commands/request-email-change.ts'
import { revokeOtherSessions, revokeSession } from './commands/revoke-session.ts'
import { saveAgencySettings } from './commands/save-agency.ts'
import { savePreferences } from './commands/save-preferences.ts'
import { confirmTwoFactor, setUpTwoFactor } from './commands/set-up-two-factor.ts'
import { exportOwnData } from './queries/export.ts'
import { listSessions } from './queries/sessions.ts'
import { getSettings } from './queries/settings.ts'

const own = userProcedure.meta({ can: 'settings.own' })
const security = userProcedure.meta({ can: 'security.own' })
/** Requires a password or code: failed attempts count even if the transaction is rolled back. */
const guarded = userProcedure.meta({ can: 'security.own', repetition: 'reserve' })

export const settingsRouter = router({
  get: own.query(({ ctx }) => getSettings(ctx)),
  savePreferences: own.input(preferencesInput).mutation(({ ctx, input }) => savePreferences(ctx, input)),
  saveAgency: agencyProcedure
    .meta({ can: 'agency.write-own' })
    .input(agencySettingsInput)
    .mutation(({ ctx, input }) => saveAgencySettings(ctx, input)),
  saveRates: agencyProcedure
    .meta({ can: 'owner.rates' })
    .input(ownRatesInput)
    .mutation(({ ctx, input }) => saveOwnRates(ctx, input)),
  requestEmailChange: guarded
    .input(emailChangeInput)
    .mutation(({ ctx, input }) => requestEmailChange(ctx, input)),
  confirmEmailChange: guarded
    .input(emailConfirmInput)
    .mutation(({ ctx, input }) => confirmEmailChange(ctx, input)),
  changePassword: guarded.input(changePasswordInput).mutation(({ ctx, input }) => changePassword(ctx, input)),
  confirmIdentity: guarded.input(reAuthInput).mutation(({ ctx, input }) => confirmIdentity(ctx, input)),
  sessions: security.query(({ ctx }) => listSessions(ctx, ctx.sessionId)),
  revokeSession: security.input(sessionIdInput).mutation(({ ctx, input }) => revokeSession(ctx, input)),
  revokeOtherSessions: security.mutation(({ ctx }) => revokeOtherSessions(ctx)),
  setUpTwoFactor: guarded
    .input(passwordConfirmInput)
    .mutation(({ ctx, input }) => setUpTwoFactor(ctx, input)),
  confirmTwoFactor: guarded
    .input(twoFactorConfirmInput)
    .mutation(({ ctx, input }) => confirmTwoFactor(ctx, input)),
  disableTwoFactor: guarded
    .input(passwordAndCodeInput)
    .mutation(({ ctx, input }) => disableTwoFactor(ctx, input)),
  renewRecoveryCodes: guarded
    .input(passwordAndCodeInput)
    .mutation(({ ctx, input }) => renewRecoveryCodes(ctx, input)),
  exportData: userProcedure
    .meta({ can: 'personal-data.export' })
    .query(({ ctx }) => exportInTurn(ctx, () => exportOwnData(ctx))),
  deleteAccount: guarded.input(deleteAccountInput).mutation(({ ctx, input }) => deleteAccount(ctx, input)),
})
