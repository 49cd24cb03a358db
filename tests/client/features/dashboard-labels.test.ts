import { expect, test } from 'vitest'
import { activityPlace } from '#client/components/activity/activity-place.ts'
import { changeLabel } from '#client/features/overview/dashboard/change-label.ts'

test.each([
  [{ amount: 4, unit: 'count' }, '+4 from last month'],
  [{ amount: -2, unit: 'count' }, '−2 from last month'],
  [{ amount: 6.7, unit: 'percent' }, '+6.7% from last month'],
  [{ amount: 15, unit: 'percent' }, '+15.0% from last month'],
  [{ amount: 5, unit: 'points' }, '+5.0% from last month'],
  [{ amount: -1.5, unit: 'points' }, '−1.5% from last month'],
  [{ amount: 0, unit: 'percent' }, 'No change from last month'],
  [null, 'No data from last month'],
] as const)('formats a change of %o as "%s"', (change, words) => {
  expect(changeLabel({ value: 1, change })).toBe(words)
})

const entry = (type: string, action = `${type}.updated`, project_id: string | null = 'p1') => ({
  action,
  subject: { type, id: 'x1' },
  project_id,
  invited: null,
})

const invitation = (role: string, client_id: string | null = null) => ({
  ...entry('invitation'),
  invited: { role, client_id },
})

test.each([
  [entry('project'), { to: '/projects', search: { project: 'x1' } }],
  [entry('task'), { to: '/tasks', search: { task: 'x1' } }],
  [entry('comment'), { to: '/projects', search: { project: 'p1', tab: 'tasks' } }],
  [entry('file'), { to: '/projects', search: { project: 'p1', file: 'x1' } }],
  [entry('invoice'), { to: '/invoices', search: { invoice: 'x1' } }],
  [entry('process_run'), { to: '/process', search: { run: 'x1' } }],
  [entry('payment'), { to: '/payments', search: { tab: 'history' } }],
  [invitation('client', 'c1'), { to: '/clients', search: { client: 'c1' } }],
  [invitation('client'), { to: '/clients' }],
  [invitation('employee'), { to: '/employees' }],
  [invitation('agency_admin'), { to: '/settings', search: { section: 'owners' } }],
  [entry('file', 'file.added', null), null],
  [entry('task', 'task.deleted'), null],
  [entry('user'), null],
])('opens an activity entry for %o at %o', (happened, place) => {
  expect(activityPlace(happened)).toEqual(place)
})
