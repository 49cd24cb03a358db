import { formatDate } from '#shared/base/format.ts'
import { links } from '#shared/base/links.ts'
import type { PayloadOf } from '#shared/reactions/events.ts'
import type { Tx } from '../../../base/core/context.ts'
import type { Handlers } from '../../../base/core/events.ts'
import { notify } from '../commands/notify.ts'
import { withdrawOutdated, withdrawUnread } from '../commands/withdraw.ts'
import { agencyOwners } from '../queries/recipients.ts'

export const time: Handlers = {
  'timesheet.submitted': notifySubmitted,
  'timesheet.withdrawn': withdrawSubmitted,
  'timesheet.approved': (tx, sheet) => notifyReviewed(tx, sheet, 'approved'),
  'timesheet.rejected': (tx, sheet) => notifyReviewed(tx, sheet, 'rejected'),
  'timesheet.approval-undone': notifyUndone,
  /** Owners are notified even if they recorded the hours themselves. */
  'project.budget-reached': async (tx, { id, name, threshold, usedPercent, budget }) =>
    notify(tx, {
      event: 'budget',
      userIds: await ownersOf(tx),
      actorToo: true,
      title:
        threshold === 100
          ? `${name} has used up its budget`
          : `${name} has used ${usedPercent}% of its budget`,
      link: links.project(id),
      group: `budget:${id}:${budget.kind}:${budget.amount}:${threshold}`,
      once: true,
    }),
}

const ownersOf = async (tx: Tx): Promise<string[]> =>
  tx.reach.agencyId === null ? [] : agencyOwners(tx, tx.reach.agencyId)

/** An owner may have submitted it in the contributor's place. */
async function notifySubmitted(
  tx: Tx,
  { id, contributorId, contributorName, weekStart }: PayloadOf<'timesheet.submitted'>,
): Promise<void> {
  const link = links.timesheet(id)
  const week = `week of ${formatDate(weekStart)}`
  const isOwn = tx.actor.userId === contributorId
  await notify(tx, {
    event: 'timesheet_submitted',
    userIds: await ownersOf(tx),
    title: isOwn
      ? `${contributorName} submitted the ${week}`
      : `${tx.actor.name} submitted the ${week} of ${contributorName}`,
    link,
  })
  if (isOwn) return
  await notify(tx, {
    event: 'timesheet_reviewed',
    userIds: [contributorId],
    title: `${tx.actor.name} submitted your ${week}`,
    link,
  })
}

/** Once one owner has reviewed it, or it is withdrawn, no owner needs to. */
async function withdrawSubmitted(tx: Tx, { id }: { id: string }): Promise<void> {
  const link = links.timesheet(id)
  await withdrawOutdated(tx, await ownersOf(tx), { events: ['timesheet_submitted'], link })
}

const reviewGroup = (timesheetId: string): string => `timesheet_reviewed:${timesheetId}`

async function notifyReviewed(
  tx: Tx,
  { id, contributorId, weekStart }: PayloadOf<'timesheet.approved'>,
  decision: 'approved' | 'rejected',
): Promise<void> {
  await withdrawSubmitted(tx, { id })
  await notify(tx, {
    event: 'timesheet_reviewed',
    userIds: [contributorId],
    title: `Your week of ${formatDate(weekStart)} was ${decision}`,
    link: links.timesheet(id),
    group: reviewGroup(id),
  })
}

/** The week waits for the owners again. Contributors who haven't read about its approval needn't be notified. */
async function notifyUndone(
  tx: Tx,
  { id, contributorId, contributorName, weekStart }: PayloadOf<'timesheet.approved'>,
): Promise<void> {
  await notify(tx, {
    event: 'timesheet_submitted',
    userIds: await ownersOf(tx),
    title: `${tx.actor.name} undid the approval of ${contributorName}’s week of ${formatDate(weekStart)}`,
    link: links.timesheet(id),
  })
  if (await withdrawUnread(tx, contributorId, reviewGroup(id))) return
  await notify(tx, {
    event: 'timesheet_reviewed',
    userIds: [contributorId],
    title: `The approval of your week of ${formatDate(weekStart)} was undone`,
    link: links.timesheet(id),
    group: reviewGroup(id),
  })
}
