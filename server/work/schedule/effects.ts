import type { Effects, Purposes } from '../../base/core/context.ts'

export const SCHEDULE_EFFECTS: Effects = {
  'schedule.create': {
    does: 'Adds an event to the calendar, once or repeating.',
    follows: 'Invited people are notified, also by email unless they turned that off.',
    records: ['event.created', 'event.invited'],
  },
  'schedule.update': {
    does: 'Changes an event, or one date of a repeating one.',
    follows:
      'Newly invited people are notified, those removed, and all attendees of a new time, location or recurrence: in the portal, and by email unless they turned that off.',
    records: ['event.updated', 'event.invited', 'event.created'],
  },
  'schedule.move': {
    does: 'Moves an event, or one date of a repeating one, to another time.',
    follows:
      'All attendees are notified, in the portal and by email unless they turned that off. Unless more than one date of a series moves, it returns an undo id for schedule.undoMove.',
    records: ['event.moved', 'event.created'],
  },
  'schedule.undoMove': {
    does: 'Undoes the caller’s recent move of an event, with the replies that it reset.',
    follows:
      'Attendees who have read of the move, or may have been emailed about it, are notified, also by email unless they turned that off.',
    records: ['event.move-undone'],
  },
  'schedule.cancel': {
    does: 'Cancels an event, or dates of a repeating one.',
    follows: 'It can’t be restored. Attendees are notified, also by email unless they turned that off.',
    records: ['event.cancelled'],
  },
  'schedule.reply': {
    does: 'Accepts or declines an event the caller is invited to.',
    follows: 'The organizer is notified if it is declined, also by email unless they turned that off.',
    records: ['event.answered'],
  },
}

export const SCHEDULE_PURPOSES: Purposes = {
  'schedule.range':
    'Tells what is in the calendar on given days: events with their recurrences, and what is due.',
  'schedule.get': 'Returns one date of an event, with its attendees and their replies.',
  'schedule.counters': 'Counts the events of today, tomorrow and the next seven days.',
  'schedule.conflicts': 'Checks whether people are busy at a time, before an event is created or moved.',
}
