import {
  everyone,
  mine,
  own,
  ownOrNone,
  type Row,
  type Rule,
  type TableVisibility,
  team,
  type Visibility,
} from '../../base/core/rows/visibility.ts'

/** The organizer and invited people, including a client company's people. */
const attends: Rule<'events'> = (row, reach) =>
  row.any(
    row.is('organizer_id', reach.userId),
    row.has('id', 'event_attendees', 'event_id', (attendee) =>
      attendee.any(attendee.is('user_id', reach.userId), attendee.is('client_id', reach.clientId)),
    ),
  )

/** Without those of an agency that they have left. */
const attendsHere: Rule<'events'> = (row, reach) => row.all(ownOrNone(row, reach), attends(row, reach))

const ofEvent = (row: Row<'event_exceptions' | 'event_attendees'>) => row.partOf('event_id', 'events')

const withEvent: TableVisibility<'event_exceptions' | 'event_attendees'> = {
  ...everyone(ofEvent),
  platform: ofEvent,
}

/** Staff see their agency's events, administrators the platform's, and everyone the events they attend. */
export const scheduleVisibility = {
  events: {
    ...everyone(attendsHere),
    ...team<Rule<'events'>>((row, reach) => row.any(own(row, reach), attendsHere(row, reach))),
    platform: (row, reach) => row.any(row.isNull('agency_id'), attends(row, reach)),
  },
  event_exceptions: withEvent,
  event_attendees: withEvent,
  schedule_feeds: { ...everyone(mine), platform: mine },
} satisfies Pick<Visibility, 'events' | 'event_exceptions' | 'event_attendees' | 'schedule_feeds'>
