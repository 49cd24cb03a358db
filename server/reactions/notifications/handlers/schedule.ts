import { dateInZone, wallTimeInZone } from '#shared/base/dates.ts'
import { formatDate } from '#shared/base/format.ts'
import { links } from '#shared/base/links.ts'
import type { PayloadOf } from '#shared/reactions/events.ts'
import type { EditScope } from '#shared/work/schedule.ts'
import type { Tx } from '../../../base/core/context.ts'
import type { Handlers } from '../../../base/core/events.ts'
import { addMinutes, toInstant } from '../../../base/db/values.ts'
import { notify } from '../commands/notify.ts'
import { withdrawOutdated, withdrawUnread } from '../commands/withdraw.ts'
import { usersOfClient } from '../queries/recipients.ts'

type Rescheduled = PayloadOf<'event.moved'>

export const schedule: Handlers = {
  'event.invited': async (tx, { id, title, people, repeats, ...span }) =>
    notify(tx, {
      event: 'event_invitation',
      userIds: await accountsOf(tx, people),
      title: (timezone) =>
        `${tx.actor.name} invited you to ${title}${repeats ? ', repeating from' : ' on'} ${spanIn(span, timezone)}`,
      link: links.event(id),
    }),
  'event.updated': notifyChanged,
  'event.moved': notifyChanged,
  'event.move-undone': notifyMovedBack,
  'event.answered': notifyAnswered,
  'event.cancelled': async (tx, event) => {
    const userIds = await accountsOf(tx, event.people)
    if (event.occurrenceStart !== null) await withdrawOccurrence(tx, userIds, event)
    else if (event.scope === 'following') await withdrawFollowing(tx, userIds, event)
    else await withdrawEvent(tx, userIds, event)
    await notify(tx, {
      event: 'event_changed',
      userIds,
      title: (timezone) => cancellation(event, dayIn(event.startsAt, timezone)),
      link: links.schedule,
      group: groupOf(event),
    })
  },
  'event.starting': async (tx, { id, title, people, startsAt }) =>
    notify(tx, {
      event: 'event_reminder',
      userIds: await accountsOf(tx, people),
      title: (timezone) => `${title} starts ${startIn(startsAt, timezone, tx.now)}`,
      link: links.event(id),
      group: reminderGroup(id, startsAt),
      once: true,
      until: startsAt,
    }),
}

const reminderGroup = (id: string, startsAt: string): string => `event_reminder:${id}:${startsAt}`

/** The event no longer takes place, or no longer for these people. */
const withdrawEvent = (tx: Tx, userIds: readonly string[], { id }: { id: string }): Promise<void> =>
  withdrawOutdated(tx, userIds, {
    events: ['event_invitation', 'event_reminder', 'event_changed', 'event_declined'],
    link: links.event(id),
  })

async function withdrawOccurrence(
  tx: Tx,
  userIds: readonly string[],
  event: PayloadOf<'event.cancelled'>,
): Promise<void> {
  await withdrawOutdated(tx, userIds, { events: ['event_changed'], link: linkOf(event) })
  const group = reminderGroup(event.id, event.startsAt)
  await withdrawOutdated(tx, userIds, { events: ['event_reminder'], link: links.event(event.id), group })
}

/** Reminders of a series are grouped by the start of the occurrence. */
const withdrawFollowing = (
  tx: Tx,
  userIds: readonly string[],
  { id, startsAt }: Pick<PayloadOf<'event.cancelled'>, 'id' | 'startsAt'>,
): Promise<void> =>
  withdrawOutdated(tx, userIds, {
    events: ['event_reminder'],
    link: links.event(id),
    fromGroup: reminderGroup(id, startsAt),
  })

const earlier = ({ previousId, previousStartsAt }: Rescheduled) => ({
  id: previousId,
  startsAt: previousStartsAt,
})

/** The day only if it isn't today. */
function startIn(startsAt: string, timezone: string, now: Date): string {
  const [day, time] = [dayIn(startsAt, timezone), timeIn(startsAt, timezone)]
  return day === dayIn(toInstant(now), timezone) ? `at ${time}` : `on ${day} at ${time}`
}

async function notifyChanged(tx: Tx, event: Rescheduled): Promise<void> {
  const removed = await accountsOf(tx, event.removed)
  if (event.scope === 'following') await withdrawFollowing(tx, removed, earlier(event))
  else await withdrawEvent(tx, removed, event)
  await withdrawReminders(tx, event)
  await notify(tx, {
    event: 'event_changed',
    userIds: removed,
    title: (timezone) => `${tx.actor.name} ${removal(event, dayIn(event.startsAt, timezone))}`,
    link: links.schedule,
    group: groupOf(event),
  })
  await notifyRescheduled(tx, event, await accountsOf(tx, event.people))
}

/** Reminders name the time, which has changed. */
async function withdrawReminders(tx: Tx, event: Rescheduled): Promise<void> {
  if (!event.changed.includes('time')) return
  const people = await accountsOf(tx, event.people)
  if (event.scope === 'following') return withdrawFollowing(tx, people, earlier(event))
  await withdrawOutdated(tx, people, {
    events: ['event_reminder'],
    link: links.event(event.id),
    ...(event.occurrenceStart === null
      ? { exceptGroups: [reminderGroup(event.id, event.startsAt)] }
      : { group: reminderGroup(event.id, event.previousStartsAt) }),
  })
}

/** A decline that was withdrawn before anyone read it needs no notification. */
async function notifyAnswered(
  tx: Tx,
  { id, title, organizerId, declined, startsAt }: PayloadOf<'event.answered'>,
): Promise<void> {
  if (organizerId === null || declined.before === declined.now) return
  const group = `event_declined:${id}:${tx.actor.userId}`
  if (!declined.now && (await withdrawUnread(tx, organizerId, group))) return
  const act = declined.now ? 'declined' : 'no longer declines'
  await notify(tx, {
    event: 'event_declined',
    userIds: [organizerId],
    title: (timezone) =>
      `${tx.actor.name} ${act} ${title}${startsAt === null ? '' : ` on ${dayIn(startsAt, timezone)}`}`,
    link: links.event(id),
    group,
  })
}

/** Those who haven't read about the move, made a minute ago at most, needn't be notified. */
async function notifyMovedBack(tx: Tx, event: Rescheduled): Promise<void> {
  await withdrawReminders(tx, event)
  const since = toInstant(addMinutes(tx.now, -1))
  const informed: string[] = []
  for (const userId of new Set(await accountsOf(tx, event.people))) {
    if (!(await withdrawUnread(tx, userId, newsGroupOf(event), since))) informed.push(userId)
  }
  await notifyRescheduled(tx, event, informed)
}

async function notifyRescheduled(tx: Tx, event: Rescheduled, userIds: string[]): Promise<void> {
  if (event.changed.length === 0) return
  await notify(tx, {
    event: 'event_changed',
    userIds,
    title: (timezone) => `${tx.actor.name} ${whatChanged(event, timezone)}${OTHERS[event.scope ?? 'this']}`,
    link: linkOf(event),
    group: newsGroupOf(event),
  })
}

interface Changed {
  id: string
  /** Null for more than one occurrence. */
  occurrenceStart: string | null
}

const linkOf = ({ id, occurrenceStart }: Changed): string =>
  occurrenceStart === null ? links.event(id) : links.occurrence(id, occurrenceStart)

/** A change of the same event soon after replaces the one before. */
const groupOf = ({ id, occurrenceStart }: Changed): string =>
  `event_changed:${id}:${occurrenceStart ?? 'all'}`

/** Only the same kind of news: a new location must not replace a new time. */
const newsGroupOf = (event: Rescheduled): string => `${groupOf(event)}:${event.changed.join('+')}`

const OTHERS: Record<EditScope, string> = {
  this: '',
  following: ', with all following events',
  all: ', with all events of the series',
}

function whatChanged({ title, changed, location, ...span }: Rescheduled, timezone: string): string {
  const day = dayIn(span.startsAt, timezone)
  if (changed.includes('time')) {
    const place = changed.includes('location') && location !== null ? `, ${location}` : ''
    return `moved ${title} to ${spanIn(span, timezone)}${place}`
  }
  if (!changed.includes('location')) return `changed when ${title} repeats`
  return location === null
    ? `removed the location of ${title} on ${day}`
    : `changed the location of ${title} on ${day} to ${location}`
}

function cancellation({ title, scope }: PayloadOf<'event.cancelled'>, day: string): string {
  if (scope === 'all') return `${title} was canceled, with all events of the series`
  return scope === 'following' ? `${title} was canceled from ${day} on` : `${title} on ${day} was canceled`
}

function removal({ title, scope }: Rescheduled, day: string): string {
  if (scope === 'following') return `removed you from ${title} from ${day} on`
  return `removed you from ${title}${scope === 'all' ? OTHERS.all : ` on ${day}`}`
}

/** `Mar 10, 2026 09:00 – 10:00`, with the last day if it is another. */
function spanIn({ startsAt, endsAt }: { startsAt: string; endsAt: string }, timezone: string): string {
  const [first, last] = [dayIn(startsAt, timezone), dayIn(endsAt, timezone)]
  return `${first} ${timeIn(startsAt, timezone)} – ${last === first ? '' : `${last} `}${timeIn(endsAt, timezone)}`
}

const dayIn = (instant: string, timezone: string): string =>
  formatDate(dateInZone(new Date(instant), timezone))

const timeIn = (instant: string, timezone: string): string =>
  wallTimeInZone(new Date(instant), timezone).slice(11, 16)

/** The user accounts of attendees; a client stands for all its people. */
async function accountsOf(tx: Tx, people: PayloadOf<'event.invited'>['people']): Promise<string[]> {
  const accounts: string[] = []
  for (const { kind, id } of people) {
    if (kind === 'user') accounts.push(id)
    else if (tx.reach.agencyId !== null) accounts.push(...(await usersOfClient(tx, tx.reach.agencyId, id)))
  }
  return accounts
}
