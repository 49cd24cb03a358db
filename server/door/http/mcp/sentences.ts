import { formatCount } from '#shared/base/format.ts'
import type { EventName, PayloadOf } from '#shared/reactions/events.ts'

/** The sentences in previews for events that are neither in the activity feed nor in the audit log. */
const SENTENCES: { readonly [Name in EventName]?: (payload: PayloadOf<Name>) => string | null } = {
  'access.ended': ({ name }) => `${name} is signed out, and their API tokens and calendar link are deleted`,
  'card.removed': () => 'A saved card removed',
  'event.invited': ({ title, people }) =>
    people.length === 0 ? null : `${formatCount(people.length, 'attendee')} invited to ${title}`,
  'invoice.paid': ({ number }) => `Invoice ${number} is paid`,
  'task.requested': ({ title }) => `“${title}” requested from the agency’s owners`,
  'time.deleted': () => 'A time entry deleted',
  'view.deleted': () => 'A saved view deleted',
}

export const sentenceOf = (name: EventName, payload: unknown): string | null =>
  SENTENCES[name]?.(payload as never) ?? null

export const hasSentence = (name: EventName): boolean => SENTENCES[name] !== undefined
