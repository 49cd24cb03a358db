import { router } from '../../base/core/calls/procedures.ts'
import { domain } from '../../base/core/domain.ts'
import { deleteOldMailFiles, deleteOldMails, eraseFailedMails } from './commands/erase-failed.ts'
import { MAIL_EFFECTS, MAIL_PURPOSES } from './effects.ts'
import { mailProcedures } from './router.ts'

/** The queue of outgoing mail. */
export const mail = domain({
  routers: { platform: router(mailProcedures) },
  effects: MAIL_EFFECTS,
  purposes: MAIL_PURPOSES,
  cleanUp: {
    'failed emails': eraseFailedMails,
    'old emails': deleteOldMails,
    'emails in the outbox folder': deleteOldMailFiles,
  },
  tables: {
    mail_outbox: {
      of: { agency: 'lane' },
      stays: 'emails are sent by the installation that wrote them',
      own: { email: 'recipient', where: ['status', '!=', 'queued'] },
      key: ['id', 'lane', 'held_for', 'notice_of'],
      content: ['from_name', 'subject', 'text', 'html', 'last_error'],
      system: [
        'status',
        'attempts',
        'next_attempt_at',
        'created_at',
        'sent_at',
        'not_after',
        'notice_on',
        'by_person',
      ],
      secret: ['unsubscribe_url', 'reason'],
      personal: {
        recipient: 'row',
        shown_to: { mentions: true },
        shown_cc: { mentions: true },
        reply_to: { by: 'email', becomes: null },
      },
    },
    mail_attachments: {
      of: { row: 'mail_id', of: 'mail_outbox' },
      stays: 'belongs to mail_outbox',
      key: ['mail_id', 'document_id'],
      system: ['position', 'document'],
    },
  },
})
