import { domain } from '../../base/core/domain.ts'
import { remindOfEvents } from './commands/remind.ts'
import { SCHEDULE_EFFECTS, SCHEDULE_PURPOSES } from './effects.ts'
import { scheduleRouter } from './router.ts'
import { scheduleVisibility } from './visibility.ts'

/** Events and calendar feeds. */
export const schedule = domain({
  routers: { schedule: scheduleRouter },
  effects: SCHEDULE_EFFECTS,
  purposes: SCHEDULE_PURPOSES,
  visibility: scheduleVisibility,
  jobs: [{ name: 'event-reminders', schedule: '* * * * *', run: remindOfEvents }],
  tables: {
    events: {
      of: { agencyOrPerson: 'organizer_id' },
      key: ['id', 'agency_id', 'organizer_id'],
      content: ['title', 'description', 'location'],
      system: [
        'type',
        'status',
        'timezone',
        'starts_at',
        'ends_at',
        'rrule',
        'last_ends_at',
        'reminder_minutes',
        'version',
        'created_at',
        'updated_at',
      ],
      ownData: {
        as: 'events',
        by: 'organizer_id',
        columns: ['title', 'description', 'location', 'starts_at', 'ends_at', 'created_at'],
      },
    },
    event_exceptions: {
      of: { row: 'event_id', of: 'events' },
      key: ['event_id'],
      content: ['title', 'description', 'location'],
      system: ['occurrence_start', 'cancelled', 'type', 'status', 'starts_at', 'ends_at'],
    },
    event_attendees: {
      of: { row: 'event_id', of: 'events' },
      uses: { client_id: 'clients' },
      key: ['id', 'event_id', 'user_id', 'client_id'],
      system: ['position', 'reply'],
    },
    schedule_feeds: {
      of: { person: 'user_id' },
      own: 'user_id',
      key: ['user_id'],
      secret: ['token_hash'],
      system: ['created_at', 'last_read_at'],
    },
  },
})
