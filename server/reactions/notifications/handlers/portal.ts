import { links } from '#shared/base/links.ts'
import { ALERTS } from '#shared/overview/platform.ts'
import { stoppedSentence, WORK_KINDS } from '#shared/overview/stopped-work.ts'
import type { Handlers } from '../../../base/core/events.ts'
import { notify } from '../commands/notify.ts'
import { agencyOwners, platformAdmins } from '../queries/recipients.ts'
import { reminderGroup } from '../rules.ts'

export const portal: Handlers = {
  // Discrepancies in the books are notified separately, with what disagrees.
  async 'alert.began'(tx, { kind, details, beganAt }) {
    if (kind === 'books') return
    await notify(tx, {
      event: 'platform',
      userIds: await platformAdmins(tx),
      title: `${ALERTS[kind]}. ${details}`,
      link: '/settings?section=operation',
      group: `alert:${kind}:${beganAt}`,
    })
  },

  async 'platform.report-ready'(tx, { month }) {
    await notify(tx, {
      event: 'platform',
      userIds: await platformAdmins(tx),
      title: 'Monthly platform report is ready',
      link: '/accounts?period=last-month',
      group: `report:${month}`,
      once: true,
    })
  },

  async 'books.differ'(tx, { id, name, count, details }) {
    await notify(tx, {
      event: 'books',
      userIds: await platformAdmins(tx),
      title:
        count === 1
          ? `The books of ${name} have a discrepancy. ${details}`
          : `The books of ${name} have ${count} discrepancies. ${details}`,
      link: '/settings?section=platform',
      group: `books:${id}:${details}`,
    })
  },

  async 'platform.proxy-untrusted'(tx) {
    await notify(tx, {
      event: 'platform',
      userIds: await platformAdmins(tx),
      title:
        'A reverse proxy is not trusted, so all callers share one address. The log says how to fix that.',
      link: '/settings?section=platform',
      group: 'proxy-untrusted',
      once: true,
    })
  },

  async 'mail.failed'(tx, { recipient, subject, refusal, invoiceId }) {
    if (tx.reach.agencyId === null) return
    const what =
      subject === null
        ? `Notifications can’t be emailed to ${recipient}.`
        : `“${subject}” could not be emailed to ${recipient}.`
    await notify(tx, {
      event: 'mail_failed',
      userIds: await agencyOwners(tx, tx.reach.agencyId),
      title: refusal === null ? what : `${what} Its mail server says: ${refusal}`,
      link: invoiceId === null ? '/dashboard' : links.invoice(invoiceId),
      group: subject === null ? `mail:${recipient}` : `mail:${recipient}:${subject}`,
      // This is emailed as well: that email to an owner may fail, too, but causes no further one.
      once: subject === null,
    })
  },

  async 'webhook.switched-off'(tx, { id, url, reason }) {
    if (tx.reach.agencyId === null) return
    await notify(tx, {
      event: 'webhook',
      userIds: await agencyOwners(tx, tx.reach.agencyId),
      title: `The webhook to ${new URL(url).host} was turned off. ${reason}`,
      link: '/settings?section=programs',
      group: `webhook:${id}`,
    })
  },

  // The platform's administrators are alerted.
  async 'work.stopped'(tx, { id, work, name, reason, link }) {
    if (tx.reach.agencyId === null) return
    await notify(tx, {
      event: 'stopped',
      userIds: await agencyOwners(tx, tx.reach.agencyId),
      title: `${stoppedSentence(work, name)} ${reason} ${WORK_KINDS[work].advice}`,
      link,
      group: `stopped:${work}:${id}`,
    })
  },

  async 'task.due-soon'(tx, task) {
    await notify(tx, {
      event: 'task_due',
      userIds: [task.assigneeId],
      title: `${task.title} is due ${task.day}`,
      link: links.task(task.id),
      group: reminderGroup('task_due', task),
      once: true,
    })
  },

  async 'task.overdue'(tx, task) {
    await notify(tx, {
      event: 'task_overdue',
      userIds: [task.assigneeId],
      title: `${task.title} is overdue`,
      link: links.task(task.id),
      group: reminderGroup('task_overdue', task),
      once: true,
    })
  },
}
