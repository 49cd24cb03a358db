import { z } from 'zod'
import { exchangeRatesInput } from '#shared/base/amounts/schemas/exchange.ts'
import { idInput } from '#shared/base/schemas/ids.ts'
import { paymentSettingsInput } from '#shared/money/payments/schemas/payment-accounts.ts'
import {
  agencyCreateInput,
  agencyDeleteInput,
  agencyListInput,
  agencyPlanInput,
  agencySuspendInput,
  extendTrialInput,
} from '#shared/overview/schemas/agencies.ts'
import { platformSettingsInput } from '#shared/overview/schemas/platform.ts'
import { router, userProcedure } from '../../base/core/calls/procedures.ts'
import { importExchangeRates } from '../../money/ledger/commands/import-exchange-rates.ts'
import { savePaymentSettings } from '../../money/payments/accounts/commands/save-settings.ts'
import { getPaymentSettings } from '../../money/payments/accounts/queries/settings.ts'
import { changePlan } from './agencies/commands/change-plan.ts'
import { createAgencyForOwner } from './agencies/commands/create-agency.ts'
import { extendTrial } from './agencies/commands/extend-trial.ts'
import { cancelDeletion, requestDeletion } from './agencies/commands/request-deletion.ts'
import { setSuspended } from './agencies/commands/set-suspended.ts'
import { endViewAs, startViewAs } from './agencies/commands/start-view-as.ts'
import { countAgencies, getAgencyDetails, listAgencies } from './agencies/queries/agencies.ts'
import { requestBackup } from './backups/commands/run-backup.ts'
import { listBackupRuns } from './backups/queries/backup-runs.ts'
import { listBackups } from './backups/queries/backups.ts'
import { listBookDifferences } from './checks/queries/book-differences.ts'
import { getOperation } from './checks/queries/operation.ts'
import { runJob } from './commands/run-job.ts'
import { savePlatformSettings } from './commands/save-settings.ts'
import { listJobs } from './queries/jobs.ts'
import { getPlatformSettings } from './queries/settings.ts'

const read = userProcedure.meta({ can: 'agency.read-all' })
const write = userProcedure.meta({ can: 'agency.write-all' })
/** Queries the payment provider, too. */
const writeBeyond = userProcedure.meta({ can: 'agency.write-all', repetition: 'reserve' })

/** The platform's view of agencies, under the API path `agencies`. */
export const agenciesRouter = router({
  list: read.input(agencyListInput).query(({ ctx, input }) => listAgencies(ctx, input)),
  counters: read.query(({ ctx }) => countAgencies(ctx)),
  details: read.input(idInput).query(({ ctx, input }) => getAgencyDetails(ctx, input.id)),
  create: write.input(agencyCreateInput).mutation(({ ctx, input }) => createAgencyForOwner(ctx, input)),
  changePlan: writeBeyond.input(agencyPlanInput).mutation(({ ctx, input }) => changePlan(ctx, input)),
  extendTrial: write.input(extendTrialInput).mutation(({ ctx, input }) => extendTrial(ctx, input)),
  setSuspended: writeBeyond.input(agencySuspendInput).mutation(({ ctx, input }) => setSuspended(ctx, input)),
  requestDeletion: writeBeyond
    .input(agencyDeleteInput)
    .mutation(({ ctx, input }) => requestDeletion(ctx, input)),
  cancelDeletion: writeBeyond.input(idInput).mutation(({ ctx, input }) => cancelDeletion(ctx, input)),
  viewAs: write.input(idInput).mutation(({ ctx, input }) => startViewAs(ctx, input)),
  endViewAs: userProcedure
    .meta({ can: 'session.own', whileReading: true })
    .mutation(({ ctx }) => endViewAs(ctx)),
})

const manage = userProcedure.meta({ can: 'platform.manage' })
const backup = userProcedure.meta({ can: 'backup.manage' })
const manageBeyond = userProcedure.meta({ can: 'platform.manage', repetition: 'reserve' })

/** The root router merges in the mail log. */
export const platformProcedures = {
  settings: manage.query(({ ctx }) => getPlatformSettings(ctx)),
  saveSettings: manage
    .input(platformSettingsInput)
    .mutation(({ ctx, input }) => savePlatformSettings(ctx, input)),
  payments: manage.query(({ ctx }) => getPaymentSettings(ctx)),
  savePayments: userProcedure
    .meta({ can: 'platform-payments.write', repetition: 'reserve' })
    .input(paymentSettingsInput)
    .mutation(({ ctx, input }) => savePaymentSettings(ctx, input)),
  importExchangeRates: manage
    .input(exchangeRatesInput)
    .mutation(({ ctx, input }) => importExchangeRates(ctx, input)),
  bookDifferences: manage.query(({ ctx }) => listBookDifferences(ctx)),
  operation: manage.query(({ ctx }) => getOperation(ctx)),
  jobs: manage.query(({ ctx }) => listJobs(ctx)),
  runJob: manageBeyond
    .input(z.strictObject({ name: z.string().min(1).max(60) }))
    .mutation(({ ctx, input }) => runJob(ctx, input)),
  backups: backup.query(({ ctx }) => listBackups(ctx.services.config, ctx.now)),
  backupRuns: backup.query(({ ctx }) => listBackupRuns(ctx)),
  backUp: backup.mutation(({ ctx }) => requestBackup(ctx)),
}
