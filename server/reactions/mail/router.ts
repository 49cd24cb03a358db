import { idInput } from '#shared/base/schemas/ids.ts'
import { mailLogInput, testMailInput } from '#shared/overview/schemas/platform.ts'
import { userProcedure } from '../../base/core/calls/procedures.ts'
import { retryMail, retryMails } from './commands/retry.ts'
import { sendTestMail } from './commands/send-test.ts'
import { listMails } from './queries/log.ts'
import { countResendable } from './queries/resendable.ts'

const manage = userProcedure.meta({ can: 'platform.manage' })

/** Merged into `platform` by the root router. */
export const mailProcedures = {
  sendTestMail: manage
    .meta({ can: 'platform.manage', repetition: 'reserve' })
    .input(testMailInput)
    .mutation(({ ctx, input }) => sendTestMail(ctx, input)),
  mails: manage.input(mailLogInput).query(({ ctx, input }) => listMails(ctx, input)),
  retryMail: manage.input(idInput).mutation(({ ctx, input }) => retryMail(ctx, input)),
  resendableMails: manage.query(({ ctx }) => countResendable(ctx)),
  retryMails: manage.mutation(({ ctx }) => retryMails(ctx)),
}
