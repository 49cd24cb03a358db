import { expect, test } from 'vitest'
import { importing, setUpImports } from '#tests/support/imports.ts'

test("a task of an owner or a stranger is unassigned, and its description keeps the assignee's name", async () => {
  const { db, world, owner } = await setUpImports()
  const rows = [
    '1,,,Plan,Home Owner,First',
    '2,,,Build,Home Employee,',
    '3,,,Test,Ann Other,',
    '4,,,Ship,Ann Other,Last',
  ]
  const text = `Task ID,Created At,Completed At,Name,Assignee,Notes\n${rows.join('\n')}`
  const { plan, done } = await importing({ db, owner, text }, world.home.owner)
  expect(plan.noted).toEqual([
    { kind: 'task', reason: 'unassigned', count: 2, lines: [4, 5] },
    { kind: 'task', reason: 'owner_assignee', count: 1, lines: [2] },
  ])
  expect(done.result?.noted).toEqual(plan.noted)
  const tasks = await db
    .selectFrom('tasks')
    .select(['title', 'assigned_to_id', 'description'])
    .orderBy('order_position')
    .execute()
  expect(tasks.map((task) => [task.title, task.assigned_to_id, task.description])).toEqual([
    ['Plan', null, 'First\n\nAssignee: Home Owner'],
    ['Build', world.home.employee.employeeId, null],
    ['Test', null, 'Assignee: Ann Other'],
    ['Ship', null, 'Last\n\nAssignee: Ann Other'],
  ])
})

test('the hours of a file without people are the chosen person’s, and billable if chosen', async () => {
  const { db, world, owner } = await setUpImports()
  const text =
    'Description,Duration,Project,Start date,Start time,Stop date,Stop time\n' +
    'Plan,1:00:00,Portal,2026-02-10,9:00,2026-02-10,10:00'
  const { plan, done } = await importing({ db, owner, text }, world.home.owner, ({ people }) => ({
    billable: true,
    people: people.map(({ key }) => ({ key, member_id: world.home.employee.employeeId })),
  }))
  expect(plan).toMatchObject({ made: { entry: 1 }, skipped: [], billable_seconds: 3600 })
  expect(done.result).toMatchObject({ made: { entry: 1 }, billable_seconds: 3600 })
  const [entry] = await db.selectFrom('time_entries').select(['user_id', 'billable']).execute()
  expect(entry).toEqual({ user_id: world.home.employee.userId, billable: 1 })
})

test('a report of Clockify is imported with its rates, and a second time creates nothing', async () => {
  const { db, world, owner } = await setUpImports()
  const text =
    'Project,Client,Description,User,Email,Billable,Start Date,Start Time,End Date,End Time,' +
    'Duration (h),Duration (decimal),Billable Rate (EUR),Billable Amount (EUR)\n' +
    'Portal,Lumen,Plan,Home Employee,home.employee@example.test,Yes,2026-02-10,09:00:00 AM,2026-02-10,09:20:10 AM,' +
    '00:20:10,0.34,75.00,25.21'
  const { plan, done } = await importing({ db, owner, text }, world.home.owner)
  expect(done).toMatchObject({ source: 'clockify', result: { made: { entry: 1 } } })
  expect(plan.billable_seconds).toBe(1210)
  const again = await importing({ db, owner, text }, world.home.owner)
  expect(again.plan.made).toEqual({ client: 0, project: 0, task: 0, comment: 0, entry: 0 })
})
