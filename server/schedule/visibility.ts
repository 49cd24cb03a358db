import {
  everyone,
  mine,
  own,
  type Row,
  type Rule,
  type TableVisibility,
  team,
  type Visibility,
} from '../core/visibility.ts'

/** Those invited, by name or as the people of a client company, and whoever organises. */
const attends: Rule<'events'> = (row, reach) =>
  row.any(
    row.is('organizer_id', reach.userId),
    row.has('id', 'event_attendees', 'event_id', (attendee) =>
      attendee.any(attendee.is('user_id', reach.userId), attendee.is('client_id', reach.clientId)),
    ),
  )

const ofEvent = (row: Row<'event_exceptions' | 'event_attendees'>) => row.partOf('event_id', 'events')

const withEvent: TableVisibility<'event_exceptions' | 'event_attendees'> = {
  ...everyone(ofEvent),
  platform: ofEvent,
}

/** Staff see their agency's events, the platform's staff the platform's, and everybody those they attend. */
export const scheduleVisibility = {
  events: {
    ...everyone(attends),
    ...team<Rule<'events'>>((row, reach) => row.any(own(row, reach), attends(row, reach))),
    platform: (row, reach) => row.any(row.isNull('agency_id'), attends(row, reach)),
  },
  event_exceptions: withEvent,
  event_attendees: withEvent,
  schedule_feeds: { ...everyone(mine), platform: mine },
} satisfies Pick<Visibility, 'events' | 'event_exceptions' | 'event_attendees' | 'schedule_feeds'>
