import { expect, test } from 'vitest'
import { scheduleLabel } from '#client/features/overview/settings/operation/schedule-label.ts'

test.each([
  ['* * * * *', 'Every minute'],
  ['*/10 * * * *', 'Every 10 minutes'],
  ['5 * * * *', 'Every hour at :05'],
  ['15 2 * * *', 'Every day at 02:15 UTC'],
  ['0 7 1 * *', 'On the first of the month at 07:00 UTC'],
  ['0 8 * * 1', '0 8 * * 1'],
  ['0 8,20 * * *', '0 8,20 * * *'],
])('the schedule %s is described as %s', (pattern, words) => {
  expect(scheduleLabel(pattern)).toBe(words)
})
