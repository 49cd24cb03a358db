import { formatCount } from '#shared/base/format.ts'
import type { Effects, Purposes } from '../../base/core/context.ts'
import { getMail } from './queries/log.ts'
import { countResendable } from './queries/resendable.ts'

export const MAIL_EFFECTS: Effects = {
  'platform.sendTestMail': {
    does: 'Sends a test email to the given address, to check the mail server.',
    follows: 'The email can’t be recalled.',
    records: [],
    uses: 'the mail server',
    sends: true,
    preview: async (_ctx, { recipient }: { recipient: string }) => [`${recipient} gets a test email.`],
  },
  'platform.retryMail': {
    does: 'Queues a failed email again.',
    follows: 'It is sent to its recipient within a minute.',
    records: [],
    uses: 'the mail server',
    sends: true,
    preview: async (ctx, { id }: { id: string }) => {
      const { recipient, subject } = await getMail(ctx, id)
      return [`${recipient} gets “${subject}”.`]
    },
  },
  'platform.retryMails': {
    does: 'Queues all failed emails again whose recipients may still get them.',
    follows: 'They are sent within minutes.',
    records: [],
    uses: 'the mail server',
    sends: true,
    preview: async (ctx) => {
      const { count } = await countResendable(ctx)
      return [`${formatCount(count, 'email')} sent to the original recipients.`]
    },
  },
}

export const MAIL_PURPOSES: Purposes = {
  'platform.mails': 'Finds emails by status, for example failed ones and why they failed.',
  'platform.resendableMails': 'Counts the failed emails that platform.retryMails would send again.',
}
