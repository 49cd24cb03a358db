import { dateInZone, wallTimeInZone } from '#shared/base/dates.ts'
import { formatDate } from '#shared/base/format.ts'
import { links } from '#shared/base/links.ts'
import type { PayloadOf } from '#shared/reactions/events.ts'
import type { EditScope } from '#shared/work/schedule.ts'
import type { Tx } from '../../../base/core/context.ts'
import type { Handlers } from '../../../base/core/events.ts'
import { toInstant } from '../../../base/db/values.ts'
import { notify } from '../commands/notify.ts'
import { usersOfClient } from '../queries/recipients.ts'

type Rescheduled = PayloadOf<'event.moved'>

export const schedule: Handlers = {
  'event.invited': async (tx, { id, title, people }) =>
    notify(tx, {
      event: 'event_invitation',
      userIds: await accountsOf(tx, people),
      title: `${tx.actor.name} invited you to ${title}`,
      link: links.event(id),
    }),
  'event.updated': notifyRescheduled,
  'event.moved': notifyRescheduled,
  'event.cancelled': async (tx, event) =>
    notify(tx, {
      event: 'event_changed',
      userIds: await accountsOf(tx, event.people),
      title: (timezone) => cancellation(event, dayIn(event.startsAt, timezone)),
      link: links.schedule,
      group: groupOf(event),
    }),
  'event.starting': async (tx, { id, title, people, startsAt }) =>
    notify(tx, {
      event: 'event_reminder',
      userIds: await accountsOf(tx, people),
      title: (timezone) => `${title} starts ${startIn(startsAt, timezone, tx.now)}`,
      link: links.event(id),
      group: `event_reminder:${id}:${startsAt}`,
      once: true,
      until: startsAt,
    }),
}

/** The day only if it isn't today. */
function startIn(startsAt: string, timezone: string, now: Date): string {
  const [day, time] = [dayIn(startsAt, timezone), timeIn(startsAt, timezone)]
  return day === dayIn(toInstant(now), timezone) ? `at ${time}` : `on ${day} at ${time}`
}

async function notifyRescheduled(tx: Tx, event: Rescheduled): Promise<void> {
  if (event.changed.length === 0) return
  const { id, occurrenceStart } = event
  await notify(tx, {
    event: 'event_changed',
    userIds: await accountsOf(tx, event.people),
    title: (timezone) => `${tx.actor.name} ${whatChanged(event, timezone)}${OTHERS[event.scope ?? 'this']}`,
    link: occurrenceStart === null ? links.event(id) : links.occurrence(id, occurrenceStart),
    group: groupOf(event),
  })
}

/** A change of the same event soon after replaces the one before. */
const groupOf = ({ id, occurrenceStart }: { id: string; occurrenceStart: string | null }): string =>
  `event_changed:${id}:${occurrenceStart ?? 'all'}`

const OTHERS: Record<EditScope, string> = {
  this: '',
  following: ', with all following events',
  all: ', with all events of the series',
}

function whatChanged({ title, changed, startsAt, endsAt, location }: Rescheduled, timezone: string): string {
  const day = dayIn(startsAt, timezone)
  if (changed.includes('time')) {
    const [start, end] = [timeIn(startsAt, timezone), timeIn(endsAt, timezone)]
    const lastDay = dayIn(endsAt, timezone)
    const place = changed.includes('location') && location !== null ? `, ${location}` : ''
    return `moved ${title} to ${day} ${start} – ${lastDay === day ? '' : `${lastDay} `}${end}${place}`
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
