import { expect, test } from 'vitest'
import { importing, setUpImports } from '#tests/support/imports.ts'

test('start dates are imported, except those that are unreadable or after the due date', async () => {
  const { db, world, owner } = await setUpImports()
  const task = (gid: string, dates: object) => ({
    gid,
    name: gid,
    completed: false,
    memberships: [{ project: { name: 'Launch' }, section: { name: 'Doing' } }],
    ...dates,
  })
  const data = [
    task('Both', { start_on: '2026-03-02', due_on: '2026-03-06' }),
    task('Reversed', { start_on: '2026-03-07', due_on: '2026-03-06' }),
    // 23:30 UTC is the next day in the agency's time zone.
    task('Timed', { start_at: '2026-03-02T23:30:00.000Z' }),
  ]
  const { done } = await importing({ db, owner, text: JSON.stringify({ data }) }, world.home.owner)
  expect(done.result?.noted).toEqual([{ kind: 'task', reason: 'start_left_out', count: 1, lines: [] }])
  const { items } = await owner.tasks.list({ order: 'title' })
  expect(items.map((one) => [one.title, one.start_date, one.due_date])).toEqual([
    ['Both', '2026-03-02', '2026-03-06'],
    ['Reversed', null, '2026-03-06'],
    ['Timed', '2026-03-03', null],
  ])
})
