import { dateInZone } from '../../base/dates.ts'
import { ROLES } from '../../base/roles.ts'
import { call, screen } from '../../base/screens.ts'

export const dayRange = (date: string, timezone: string) => ({ from: date, to: date, timezone })

export const schedule = screen({
  label: 'Schedules',
  address: '/schedules',
  can: 'schedule.read',
  icon: 'calendar',
  key: 'S',
  sidebar: ROLES,
  firstCalls: ({ timezone, now }) => [
    call('schedule.range', dayRange(dateInZone(now, timezone), timezone)),
    call('schedule.counters', { timezone }),
    call('schedule.feed'),
  ],
})
