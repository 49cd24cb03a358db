import { ALERTS, type AlertKind } from '#shared/overview/platform.ts'
import type { Tx } from '../../../base/core/context.ts'
import type { Handlers } from '../../../base/core/events.ts'
import { utcText } from '../../../overview/platform/rules.ts'
import { queueMail } from '../commands/queue.ts'
import { plainName } from '../plain-name.ts'
import { listAdministrators } from '../queries/administrators.ts'

/** What to do about each alert, as in the runbook. */
const ADVICE: Record<AlertKind, string> = {
  backup: 'See the cause under Settings › Platform › Backups.',
  disk: 'Free up space, starting with old archives in the backup folder. When the disk is full, nothing can be saved.',
  outbox: 'Check the email delivery log and the settings of the mail server.',
  files:
    'Restore the files from a backup or have them uploaded again, as described in the runbook. The alert ends once they are intact.',
  jobs: 'See Settings › Operation, which also lists what has stopped. Once the cause is removed, run the job or retry the stopped work there.',
  books: 'See the differences under Settings › Platform › Books. Nothing is corrected automatically.',
}

export const portal: Handlers = {
  'alert.began': (tx, alert) =>
    tell(tx, alert, {
      subject: ALERTS[alert.kind],
      paragraphs: [alert.details, ADVICE[alert.kind]],
      note: 'You get a reminder each day, and one more email when it is resolved.',
    }),
  'alert.lasts': (tx, alert) =>
    tell(tx, alert, {
      subject: `Still active: ${ALERTS[alert.kind]}`,
      paragraphs: [alert.details, ADVICE[alert.kind]],
      note: 'You get a reminder each day, and one more email when it is resolved.',
    }),
  'alert.ended': (tx, alert) =>
    tell(tx, alert, { subject: `Resolved: ${ALERTS[alert.kind]}`, paragraphs: [alert.details] }),
}

interface Words {
  subject: string
  paragraphs: string[]
  note?: string
}

/** Bypasses the agencies' lanes, which may be what is blocked. */
async function tell(tx: Tx, { beganAt }: { beganAt: string }, { subject, ...words }: Words): Promise<void> {
  const { appName, publicUrl } = tx.services.config
  for (const { name, email } of await listAdministrators(tx)) {
    await queueMail(tx, appName, {
      urgent: true,
      recipient: email,
      subject: `${subject} (${appName})`,
      greeting: `Hello ${plainName(name)},`,
      facts: [
        ['Portal', new URL(publicUrl).host],
        ['Since', utcText(beganAt)],
      ],
      button: { label: 'Open Operation', url: `${publicUrl}/settings?section=operation` },
      ...words,
    })
  }
}
