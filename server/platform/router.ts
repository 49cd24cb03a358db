import { z } from 'zod'
import {
  agencyCreateInput,
  agencyDeleteInput,
  agencyIdInput,
  agencyListInput,
  agencyPlanInput,
  agencySuspendInput,
  extendTrialInput,
} from '#shared/agencies.ts'
import { exchangeRatesInput } from '#shared/exchange.ts'
import { paymentSettingsInput } from '#shared/payment-accounts.ts'
import { platformSettingsInput } from '#shared/platform.ts'
import type { Job } from '../core/jobs.ts'
import { router, userProcedure } from '../core/procedures.ts'
import { importExchangeRates } from '../finance/commands/import-exchange-rates.ts'
import { savePaymentSettings } from '../payments/commands/update-settings.ts'
import { getPaymentSettings } from '../payments/queries/settings.ts'
import { backUpNow } from './commands/back-up.ts'
import { changePlan } from './commands/change-plan.ts'
import { createAgencyForOwner } from './commands/create-agency.ts'
import { cancelDeletion, requestDeletion } from './commands/delete-agency.ts'
import { extendTrial } from './commands/extend-trial.ts'
import { runJob } from './commands/run-job.ts'
import { setSuspended } from './commands/suspend-agency.ts'
import { savePlatformSettings } from './commands/update-settings.ts'
import { endViewAs, startViewAs } from './commands/view-as.ts'
import { countAgencies, getAgencyDetails, listAgencies } from './queries/agencies.ts'
import { listBackups } from './queries/backups.ts'
import { listBookDifferences } from './queries/book-differences.ts'
import { listJobs } from './queries/jobs.ts'
import { getOperation } from './queries/operation.ts'
import { getPlatformSettings } from './queries/settings.ts'

const read = userProcedure.meta({ can: 'agency.read-all' })
const write = userProcedure.meta({ can: 'agency.write-all' })
/** Asks the payment provider as well. */
const writeBeyond = userProcedure.meta({ can: 'agency.write-all', repetition: 'claim' })

/** The platform's view of its agencies, whose API path it is. */
export const agenciesRouter = router({
  list: read.input(agencyListInput).query(({ ctx, input }) => listAgencies(ctx, input)),
  counters: read.query(({ ctx }) => countAgencies(ctx)),
  details: read.input(agencyIdInput).query(({ ctx, input }) => getAgencyDetails(ctx, input.id)),
  create: write.input(agencyCreateInput).mutation(({ ctx, input }) => createAgencyForOwner(ctx, input)),
  changePlan: writeBeyond.input(agencyPlanInput).mutation(({ ctx, input }) => changePlan(ctx, input)),
  extendTrial: write.input(extendTrialInput).mutation(({ ctx, input }) => extendTrial(ctx, input)),
  setSuspended: writeBeyond.input(agencySuspendInput).mutation(({ ctx, input }) => setSuspended(ctx, input)),
  requestDeletion: writeBeyond
    .input(agencyDeleteInput)
    .mutation(({ ctx, input }) => requestDeletion(ctx, input)),
  cancelDeletion: write.input(agencyIdInput).mutation(({ ctx, input }) => cancelDeletion(ctx, input)),
  viewAs: write.input(agencyIdInput).mutation(({ ctx, input }) => startViewAs(ctx, input)),
  endViewAs: userProcedure
    .meta({ can: 'session.own', whileReading: true })
    .mutation(({ ctx }) => endViewAs(ctx)),
})

const manage = userProcedure.meta({ can: 'platform.manage' })
const backup = userProcedure.meta({ can: 'backup.manage' })
const manageBeyond = userProcedure.meta({ can: 'platform.manage', repetition: 'claim' })

/** The log of e-mails joins them at composition, which also knows the jobs. */
export const platformProcedures = (jobs: readonly Job[]) => ({
  settings: manage.query(({ ctx }) => getPlatformSettings(ctx)),
  saveSettings: manage
    .input(platformSettingsInput)
    .mutation(({ ctx, input }) => savePlatformSettings(ctx, input)),
  payments: manage.query(({ ctx }) => getPaymentSettings(ctx)),
  savePayments: manage
    .input(paymentSettingsInput)
    .mutation(({ ctx, input }) => savePaymentSettings(ctx, input)),
  importExchangeRates: manage
    .input(exchangeRatesInput)
    .mutation(({ ctx, input }) => importExchangeRates(ctx, input)),
  bookDifferences: manage.query(({ ctx }) => listBookDifferences(ctx)),
  operation: manage.query(({ ctx }) => getOperation(ctx, jobs)),
  jobs: manage.query(({ ctx }) => listJobs(ctx, jobs)),
  runJob: manageBeyond
    .input(z.strictObject({ name: z.string().min(1).max(60) }))
    .mutation(({ ctx, input }) => runJob(ctx, input, jobs)),
  backups: backup.query(({ ctx }) => listBackups(ctx.services.config)),
  backUp: backup.meta({ can: 'backup.manage', repetition: 'claim' }).mutation(({ ctx }) => backUpNow(ctx)),
})
