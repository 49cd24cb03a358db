import { expect, test } from 'vitest'
import { activityAddress } from '#client/features/activity/activity-address.ts'
import { changeWords } from '#client/features/dashboard/change-words.ts'

test.each([
  [{ amount: 4, unit: 'count' }, '+4 from last month'],
  [{ amount: -2, unit: 'count' }, '−2 from last month'],
  [{ amount: 6.7, unit: 'percent' }, '+6.7% from last month'],
  [{ amount: -1.5, unit: 'points' }, '−1.5 points from last month'],
  [{ amount: 0, unit: 'percent' }, 'No change from last month'],
  [null, 'Nothing to compare from last month'],
] as const)('a change of %o reads "%s"', (change, words) => {
  expect(changeWords({ value: 1, change })).toBe(words)
})

const entry = (type: string, action = `${type}.updated`, project_id: string | null = 'p1') => ({
  action,
  subject: { type, id: 'x1' },
  project_id,
})

test.each([
  [entry('project'), '/projects?project=x1'],
  [entry('task'), '/tasks?task=x1'],
  [entry('comment'), '/projects?project=p1&tab=tasks'],
  [entry('file'), '/projects?project=p1&file=x1'],
  [entry('invoice'), '/invoices?invoice=x1'],
  [entry('process_run'), '/process?run=x1'],
  [entry('payment'), '/payments?tab=history'],
  [entry('file', 'file.added', null), null],
  [entry('task', 'task.deleted'), null],
  [entry('user'), null],
])('what happened to %o opens at %s', (happened, address) => {
  expect(activityAddress(happened)).toBe(address)
})
