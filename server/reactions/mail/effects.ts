import type { Effects } from '../../base/core/context.ts'

export const MAIL_EFFECTS: Effects = {
  'platform.sendTestMail': {
    does: 'Sends a test email to check the mail server.',
    follows: 'The email can’t be recalled.',
    records: [],
    uses: 'the mail server',
    sends: true,
  },
  'platform.retryMail': {
    does: 'Queues a failed email again.',
    follows: 'It is sent to its recipient within a minute.',
    records: [],
    uses: 'the mail server',
    sends: true,
  },
  'platform.retryMails': {
    does: 'Queues all failed emails again whose recipients may still get them.',
    follows: 'They are sent within minutes.',
    records: [],
    uses: 'the mail server',
    sends: true,
  },
}
