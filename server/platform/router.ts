import { z } from 'zod'
import { mailLogInput, platformSettingsInput, testMailInput } from '#shared/platform.ts'
import { router, userProcedure } from '../trpc/procedures.ts'
import { backUpNow } from './commands/backup.ts'
import { runJob } from './commands/jobs.ts'
import { retryMail, sendTestMail } from './commands/mail.ts'
import { savePlatformSettings } from './commands/settings.ts'
import { listBackups } from './queries/backups.ts'
import { listJobs, listMails } from './queries/operations.ts'
import { getPlatformSettings } from './queries.ts'

const manage = userProcedure.meta({ can: 'platform.manage' })

export const platformRouter = router({
  settings: manage.query(({ ctx }) => getPlatformSettings(ctx.services)),
  saveSettings: manage
    .input(platformSettingsInput)
    .mutation(({ ctx, input }) => savePlatformSettings(ctx.services, ctx.scope, input)),
  sendTestMail: manage
    .input(testMailInput)
    .mutation(({ ctx, input }) => sendTestMail(ctx.services, ctx.scope, input)),
  mails: manage.input(mailLogInput).query(({ ctx, input }) => listMails(ctx.services.db, input)),
  retryMail: manage
    .input(z.strictObject({ id: z.uuid() }))
    .mutation(({ ctx, input }) => retryMail(ctx.services.db, ctx.scope, input)),
  jobs: manage.query(({ ctx }) => listJobs(ctx.services.db)),
  runJob: manage
    .input(z.strictObject({ name: z.string().min(1).max(60) }))
    .mutation(({ ctx, input }) => runJob(ctx.services, ctx.scope, input)),
  backups: manage.query(({ ctx }) => listBackups(ctx.services.config)),
  backUp: manage.mutation(({ ctx }) => backUpNow(ctx.services, ctx.scope)),
})
