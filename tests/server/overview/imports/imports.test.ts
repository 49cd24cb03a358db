import { describe, expect, test } from 'vitest'
import { addDays } from '#server/base/db/values.ts'
import { deleteStaleImports } from '#server/overview/imports/commands/discard.ts'
import { runImports } from '#server/overview/imports/commands/run.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { exported } from '#tests/support/exported.ts'
import {
  counts,
  harvestHours,
  importing,
  mapped,
  runQueued,
  setUpImports,
  stage,
} from '#tests/support/imports.ts'
import { addProject } from '#tests/support/work.ts'
import { addContributor } from '#tests/support/world.ts'

describe('a Trello board', () => {
  test('is imported as previewed, and a second time creates nothing', async () => {
    const { db, world, owner } = await setUpImports()
    const before = await counts(db)
    const text = exported('trello.json')
    const { id } = await stage(db, world.home.owner, text)
    const input = await mapped(owner, id)
    const plan = await owner.imports.dryRun(input)
    expect(await counts(db)).toEqual(before)
    expect((await owner.imports.get({ id })).mapping).toEqual(input.mapping)
    expect(plan).toEqual({
      made: { client: 1, project: 1, task: 3, comment: 2, entry: 0 },
      matched: 0,
      skipped: [{ kind: 'task', reason: 'archived', count: 1, lines: [] }],
      noted: [{ kind: 'task', reason: 'unassigned', count: 1, lines: [] }],
      seconds: 0,
      billable_seconds: 0,
      project_room: null,
    })
    await owner.imports.start(input)
    await runQueued(db)
    const { status, result } = await owner.imports.get({ id })
    const { project_room: _, ...planned } = plan
    expect({ status, result }).toEqual({ status: 'done', result: planned })
    expect(await counts(db)).toEqual({
      clients: Number(before.clients) + 1,
      projects: Number(before.projects) + 1,
      tasks: 3,
      subtasks: 2,
      task_comments: 2,
      time_entries: 0,
    })

    const [project] = (await owner.projects.list({ search: 'Meadow website' })).items
    expect(project).toMatchObject({ client: { name: 'Meadow' }, description: 'Relaunch by summer 🌱' })
    const { items } = await owner.tasks.list({ project_id: project?.id, order: 'board' })
    expect(items.map((task) => [task.title, task.status])).toEqual([
      ['Collect the texts', 'todo'],
      ['Sketch the home page', 'in_progress'],
      ['Agree on a budget', 'done'],
    ])
    expect(items[1]).toMatchObject({
      // 23:30 UTC is the next day in the agency's time zone.
      due_date: '2026-04-03',
      assignee: { name: 'Home Employee' },
      subtasks: [{ title: 'Desktop' }, { title: 'Phone' }],
    })
    const comments = await owner.tasks.comments({ task_id: items[1]?.id ?? '' })
    expect(comments.items.map((comment) => [comment.author_name, comment.author_id]).toSorted()).toEqual([
      ['Home Employee', world.home.employee.userId],
      ['Nobody Known', null],
    ])

    const after = await counts(db)
    const again = await importing({ db, owner, text }, world.home.owner)
    expect(again.plan.made).toEqual({ client: 0, project: 0, task: 0, comment: 0, entry: 0 })
    expect(again.done.result?.made).toEqual(again.plan.made)
    expect(await counts(db)).toEqual(after)
  })

  test("skips a list that is left out, with its cards' data", async () => {
    const { db, world, owner } = await setUpImports()
    const { plan, done } = await importing(
      { db, owner, text: exported('trello.json') },
      world.home.owner,
      (m) => ({
        archived: true,
        lists: m.lists.map(({ key, status }) => ({ key, status: status === 'in_progress' ? null : status })),
      }),
    )
    expect(plan.made).toMatchObject({ task: 3, comment: 0 })
    expect(plan.skipped).toEqual([
      { kind: 'comment', reason: 'task_left_out', count: 2, lines: [] },
      { kind: 'task', reason: 'list_left_out', count: 1, lines: [] },
    ])
    expect(done.result?.skipped).toEqual(plan.skipped)
  })
})

test('an Asana export is imported into an existing project', async () => {
  const { db, world, owner } = await setUpImports()
  const here = await addProject(db, world.home, { name: 'Campaign' })
  const { plan, done } = await importing(
    { db, owner, text: exported('asana.csv') },
    world.home.owner,
    (m) => ({
      clients: [],
      projects: m.projects.map(({ key }) => ({ key, to: { kind: 'existing' as const, id: here.id } })),
    }),
  )
  expect(plan).toMatchObject({ made: { client: 0, project: 0, task: 2 }, matched: 1 })
  expect(done.result?.made).toEqual(plan.made)
  const { items } = await owner.tasks.list({ project_id: here.id })
  expect(items.map((task) => [task.title, task.status, task.due_date]).toSorted()).toEqual([
    ['Book the venue', 'done', null],
    ['Write the brief', 'todo', '2026-03-20'],
  ])
})

test.each([
  ['2026-01-05', '2026-01-20', null],
  ['05.01.2026', '20.01.2026', null],
  ['01/05/2026', '01/20/2026', null],
  ['05/01/2026', '06/01/2026', 'dmy'],
  ['2026-01-05T10:00:00.000Z', '2026-01-20T10:00:00.000Z', null],
] as const)(
  'an Asana task created on %s and completed on %s has these days',
  async (created, completed, order) => {
    const { db, world, owner } = await setUpImports()
    const text = `Task ID,Created At,Completed At,Name,Section/Column,Projects\n1,${created},${completed},Plan,Doing,Launch`
    await importing({ db, owner, text }, world.home.owner, () => ({ date_order: order }))
    const [task] = await db.selectFrom('tasks').select(['created_at', 'completed_at']).execute()
    const hour = created.includes('T') ? '10' : '11'
    // Noon in the agency's time zone.
    expect(task).toEqual({
      created_at: `2026-01-05T${hour}:00:00.000Z`,
      completed_at: `2026-01-${order === null ? '20' : '06'}T${hour}:00:00.000Z`,
    })
  },
)

describe('imported time', () => {
  test("from Toggl uses the agency's time zone, and creates no people", async () => {
    const { db, world, owner } = await setUpImports()
    const { plan, done } = await importing({ db, owner, text: exported('toggl.csv') }, world.home.owner)
    expect(plan).toMatchObject({
      made: { client: 1, project: 1, entry: 3 },
      seconds: 7200,
      billable_seconds: 5400,
      skipped: [{ kind: 'entry', reason: 'person_left_out', count: 1, lines: [5] }],
    })
    expect(done.result).toMatchObject({ seconds: 7200, billable_seconds: 5400 })
    const entries = await db.selectFrom('time_entries').selectAll().orderBy('started_at').execute()
    expect(entries[0]).toMatchObject({
      user_id: world.home.employee.userId,
      employee_id: world.home.employee.employeeId,
      // Berlin is an hour ahead in winter.
      started_at: '2026-02-10T08:00:00.000Z',
      ended_at: '2026-02-10T09:30:00.000Z',
      note: 'Build: =HYPERLINK("x") 🚀',
      billable: 1,
      billing_rate: 4500,
      cost_rate: 4500,
    })
    expect(await db.selectFrom('employees').select('id').execute()).toHaveLength(2)
    expect(await db.selectFrom('invitations').select('id').execute()).toEqual([])
  })

  test('up to a day billed elsewhere is not billable', async () => {
    const { db, world, owner } = await setUpImports()
    const file = { db, owner, text: harvestHours(3) }
    const { plan, done } = await importing(file, world.home.owner, () => ({ billed_until: '2026-01-02' }))
    const entries = await db
      .selectFrom('time_entries')
      .select(['started_at', 'billable'])
      .orderBy('started_at')
      .execute()
    expect(entries.map(({ started_at, billable }) => [started_at.slice(0, 10), billable])).toEqual([
      ['2026-01-01', 0],
      ['2026-01-02', 0],
      ['2026-01-03', 1],
    ])
    expect(plan).toMatchObject({ seconds: 3 * 3600, billable_seconds: 3600 })
    expect(done.result).toMatchObject({ seconds: 3 * 3600, billable_seconds: 3600 })
    expect(done.mapping.billed_until).toBe('2026-01-02')
    const [project] = await db.selectFrom('time_entries').select('project_id').execute()
    // Two hours billed elsewhere and one to bill use the budget, at 45.00.
    const setting = { project_id: project?.project_id ?? '', share_hours: false, billing_rate: null }
    const budget = { kind: 'money', amount: 100_00 } as const
    expect(await owner.timesheets.saveProjectTime({ ...setting, budget })).toMatchObject({
      value: 135_00,
      unbilled: 45_00,
      used: 135_00,
      warning: 'over',
    })
  })

  test('up to a day paid elsewhere is in no payout, and is to be submitted only if billable', async () => {
    const { db, world, owner } = await setUpImports()
    const { userId: user_id } = world.home.employee
    const file = { db, owner, text: harvestHours(3) }
    const { done } = await importing(file, world.home.owner, () => ({
      billed_until: '2026-01-01',
      paid_until: '2026-01-02',
    }))
    expect(done.mapping.paid_until).toBe('2026-01-02')
    const week = { user_id, week_start: '2025-12-29', seconds: 2 * 3600 }
    expect(await owner.timesheets.unsubmitted()).toMatchObject([week])
    const { id, version } = await owner.timesheets.submitFor({ user_id, date: '2026-01-01' })
    await owner.timesheets.review({ id, version, decision: 'approved' })
    expect(await owner.payouts.preview()).toMatchObject([{ seconds: 3600, amount: 45_00 }])
    expect(await owner.payouts.fromHours({})).toMatchObject([{ amount: 45_00 }])
    expect(await owner.payouts.preview()).toEqual([])
    const { seconds } = await owner.finance.profit({ from: '2026-01-01', to: '2026-01-31' })
    expect(seconds).toBe(3 * 3600)
  })

  test("from Harvest keeps its rates, and invoiced time can't be billed again", async () => {
    const { db, world, owner } = await setUpImports()
    const { id } = await stage(db, world.home.owner, exported('harvest.csv'))
    const input = await mapped(owner, id)
    await expect(owner.imports.dryRun(input)).rejects.toThrow('03/02/2026 starts with the day or the month')
    const ordered = { id, mapping: { ...input.mapping, date_order: 'dmy' as const } }
    expect(await owner.imports.dryRun(ordered)).toMatchObject({ made: { client: 2, project: 2, entry: 3 } })
    await owner.imports.start(ordered)
    await runQueued(db)
    const entries = await db.selectFrom('time_entries').selectAll().orderBy('started_at').execute()
    expect(entries).toMatchObject([
      {
        started_at: '2026-02-03T11:00:00.000Z',
        kind: 'duration',
        billable: 1,
        billing_rate: 12000,
        cost_rate: 4550,
      },
      { billable: 0, billed_elsewhere: 1, billing_rate: 12000 },
      // Rates in another currency are ignored here.
      { billable: 0, billing_rate: 4500, cost_rate: 4500, duration_seconds: 2700 },
    ])
  })

  test('reports where rates differ from those in the file; a rate of zero is imported as is', async () => {
    const { db, world, owner } = await setUpImports()
    const rates = ['0.0,0,USD', '83.3333,1,USD', '90,1,EUR', ',,EUR', '"1,500.50",1,']
    const [header, ...rows] = harvestHours(rates.length).split('\n')
    const text = [
      `${header},Billable Rate,Cost Rate,Currency`,
      ...rows.map((row, at) => `${row},${rates[at]}`),
    ].join('\n')
    const { plan, done } = await importing({ db, owner, text }, world.home.owner)
    expect(plan.noted).toEqual([
      { kind: 'entry', reason: 'rate_currency', count: 1, lines: [4] },
      { kind: 'entry', reason: 'rate_rounded', count: 1, lines: [3] },
    ])
    expect(done.result?.noted).toEqual(plan.noted)
    const entries = await db.selectFrom('time_entries').selectAll().orderBy('started_at').execute()
    expect(entries.map((entry) => [entry.billing_rate, entry.cost_rate])).toEqual([
      [0, 0],
      [8333, 100],
      [4500, 4500],
      [4500, 4500],
      [150050, 100],
    ])
  })

  test('is skipped for submitted weeks and people without an account', async () => {
    const { db, world, owner, contributor } = await setUpImports()
    await contributor.workLog.save({ time: { kind: 'duration', date: '2026-01-06', duration: '1h' } })
    await contributor.timesheets.submit({ date: '2026-01-06' })
    const { employeeId } = await addContributor(db, world.home.agencyId, 'Ada Byron')
    await db
      .updateTable('profiles')
      .set({ employee_id: null })
      .where('employee_id', '=', employeeId)
      .execute()
    const rows = harvestHours(28).split('\n').slice(1)
    const text = [harvestHours(28), ...rows.map((row) => row.replace('Home,Employee', 'Ada,Byron'))].join(
      '\n',
    )
    const { plan, done } = await importing({ db, owner, text }, world.home.owner)
    expect(plan.made.entry).toBe(21)
    expect(plan.skipped).toEqual([
      { kind: 'entry', reason: 'no_account', count: 28, lines: [30, 31, 32, 33, 34] },
      { kind: 'entry', reason: 'week_locked', count: 7, lines: [6, 7, 8, 9, 10] },
    ])
    expect(done.result?.skipped).toEqual(plan.skipped)
  })
})

test('more projects without a client than fit in a batch are all imported, as previewed', async () => {
  const { db, world, owner } = await setUpImports()
  const report = (projects: number) =>
    harvestHours(projects)
      .split('\n')
      .map((row, at) => row.replace('Lumen Labs,Portal', `,Project ${at}`))
      .join('\n')
  const { plan, done } = await importing({ db, owner, text: report(101) }, world.home.owner)
  expect(plan).toMatchObject({ made: { client: 1, project: 101, entry: 101 }, skipped: [] })
  expect(done.result).toMatchObject({ made: plan.made, skipped: [] })
  expect((await owner.projects.list({ search: 'Project 101' })).items).toMatchObject([
    { client: { name: 'Meadow' } },
  ])
})

test('projects beyond the plan are skipped with their rows, as previewed', async () => {
  const { db, world } = await setUpImports()
  await db.updateTable('plans').set({ project_limit: 1 }).execute()
  const config = { enforcePlanLimits: true }
  const owner = callerAs(db, world.home.owner, { config })
  const { id } = await stage(db, world.home.owner, exported('harvest.csv'))
  const input = await mapped(owner, id, () => ({ date_order: 'dmy' }))
  const plan = await owner.imports.dryRun(input)
  if (plan.project_room === null)
    return expect(await db.selectFrom('plans').select('id').execute()).toEqual([])
  expect(plan).toMatchObject({ project_room: 1, made: { project: 1, entry: 2 } })
  await owner.imports.start(input)
  await runImports(ctxFor(testServices(db, { config }), null))
  expect((await owner.imports.get({ id })).result).toMatchObject({ made: plan.made, skipped: plan.skipped })
})

test('the person who started it is notified once, and the audit log records the import', async () => {
  const { db, world, owner } = await setUpImports()
  await importing({ db, owner, text: harvestHours(250) }, world.home.owner)
  const told = await db.selectFrom('notifications').select(['user_id', 'title', 'count']).execute()
  expect(told).toEqual([
    { user_id: world.home.owner.userId, title: 'Your import from Harvest is done: 252 rows', count: 1 },
  ])
  const audit = await db.selectFrom('audit_log').select('action').orderBy('action').execute()
  expect(audit.map(({ action }) => action)).toEqual(['import.finished', 'import.started', 'import.uploaded'])
  expect(await db.selectFrom('activity').select('action').execute()).toEqual([{ action: 'import.finished' }])
})

test('an import starts once, and can be discarded only before', async () => {
  const { db, world, owner } = await setUpImports()
  const { id } = await stage(db, world.home.owner, harvestHours(1))
  const input = await mapped(owner, id)
  const starts = await Promise.allSettled([owner.imports.start(input), owner.imports.start(input)])
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(owner.imports.discard({ id })).rejects.toThrow('already been started')
  const other = await stage(db, world.home.owner, harvestHours(1))
  await owner.imports.discard({ id: other.id })
  await expect(owner.imports.get({ id: other.id })).rejects.toThrow('doesn’t exist')
  expect((await owner.imports.list({})).items.map((one) => one.id)).toEqual([id])
})

test("other agencies' clients, projects and people can't be selected", async () => {
  const { db, world, owner } = await setUpImports()
  const foreign = await addProject(db, world.foreign, { name: 'Theirs' })
  const { plan } = await importing({ db, owner, text: harvestHours(2) }, world.home.owner, (m) => ({
    projects: m.projects.map(({ key }) => ({ key, to: { kind: 'existing' as const, id: foreign.id } })),
    people: m.people.map(({ key }) => ({ key, member_id: world.foreign.employee.employeeId })),
  }))
  expect(plan.made).toMatchObject({ project: 0, entry: 0 })
  expect(await counts(db)).toMatchObject({ time_entries: 0 })
})

test('nothing is imported into a project that has been archived since', async () => {
  const { db, world, owner } = await setUpImports()
  await importing({ db, owner, text: harvestHours(2) }, world.home.owner)
  const [project] = (await owner.projects.list({ search: 'Portal' })).items
  await owner.projects.setArchived({ id: project?.id ?? '', archived: true })
  const { plan, done } = await importing({ db, owner, text: harvestHours(4) }, world.home.owner)
  expect(plan.made.entry).toBe(0)
  expect(
    plan.skipped.find(({ kind, reason }) => kind === 'entry' && reason === 'project_left_out')?.count,
  ).toBe(2)
  expect(done.result?.skipped).toEqual(plan.skipped)
  const [key = ''] = done.archived_since.projects
  expect(done).toMatchObject({
    archived_since: { clients: [], projects: [key] },
    mapping: { clients: [{ to: { kind: 'existing' } }], projects: [{ key, to: { kind: 'skip' } }] },
  })
  const again = await stage(db, world.home.owner, harvestHours(4))
  const asNew = { key, to: { kind: 'new' as const, name: 'Portal' } }
  expect(
    await owner.imports.dryRun(await mapped(owner, again.id, () => ({ projects: [asNew] }))),
  ).toMatchObject({
    made: { project: 0, entry: 0 },
    skipped: expect.arrayContaining([{ kind: 'project', reason: 'archived_since', count: 1, lines: [] }]),
  })
  await owner.projects.setArchived({ id: project?.id ?? '', archived: false })
  expect((await owner.imports.get({ id: again.id })).archived_since.projects).toEqual([])
})

test('unused files are deleted after two weeks, and finished imports keep only their result', async () => {
  const { db, world, owner } = await setUpImports()
  const { id, done } = await importing({ db, owner, text: exported('trello.json') }, world.home.owner)
  await stage(db, world.home.owner, harvestHours(1))
  const later = addDays(TEST_NOW, 15)
  await deleteStaleImports(ctxFor(testServices(db, { now: later }), null))
  expect((await owner.imports.list({})).items.map((one) => one.id)).toEqual([id])
  const items = await db.selectFrom('import_items').select('outcome').execute()
  expect(items).toHaveLength(7)
  expect((await owner.imports.get({ id })).result).toEqual(done.result)
})
