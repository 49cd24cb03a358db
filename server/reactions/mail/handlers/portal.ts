import { ALERTS, type AlertKind } from '#shared/platform.ts'
import type { Tx } from '../../../core/context.ts'
import type { Handlers } from '../../../core/events.ts'
import { utcText } from '../../../platform/rules.ts'
import { queueMail } from '../commands/queue.ts'
import { plainName } from '../plain-name.ts'
import { listAdministrators } from '../queries/administrators.ts'

/** What to do about each, in the runbook's words. */
const ADVICE: Record<AlertKind, string> = {
  backup: 'Run “npm run backup” on the server: its message names the cause.',
  disk: 'Make room, old archives in the folder of backups first. A full disk refuses every change.',
  outbox: 'Look at the email delivery log and at the settings of the mail server.',
  books: 'Read what disagrees under Settings › Platform › Books. Nothing is changed by itself.',
}

export const portal: Handlers = {
  'alert.began': (tx, alert) =>
    tell(tx, alert, {
      subject: ALERTS[alert.kind],
      paragraphs: [alert.details, ADVICE[alert.kind]],
      note: 'You get one more email when it is over, and a reminder each day until then.',
    }),
  'alert.lasts': (tx, alert) =>
    tell(tx, alert, {
      subject: `Still: ${ALERTS[alert.kind]}`,
      paragraphs: [alert.details, ADVICE[alert.kind]],
      note: 'You get one more email when it is over, and a reminder each day until then.',
    }),
  'alert.ended': (tx, alert) =>
    tell(tx, alert, { subject: `Over: ${ALERTS[alert.kind]}`, paragraphs: [alert.details] }),
}

interface Words {
  subject: string
  paragraphs: string[]
  note?: string
}

/** Past the lines of the agencies, which may be what is stuck. */
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
