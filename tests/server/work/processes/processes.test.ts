import { expect, test } from 'vitest'
import { transact } from '#server/base/core/transaction.ts'
import { insertProcess } from '#server/work/processes/commands/create.ts'
import { formatProcessDuration } from '#shared/work/processes.ts'
import { ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { addProject, setUpWorld } from '../projects/setup.ts'

const STEPS = [
  { title: 'Kick-off call', role: 'agency_admin', due_offset_days: 0 },
  { title: 'Collect access', role: 'client', due_offset_days: 1 },
  { title: 'Set up workspace', role: 'employee', due_offset_days: 3 },
] as const
const ONBOARDING = { name: 'Onboarding', status: 'active', duration_days: 3, steps: [...STEPS] } as const

async function setUpProcess() {
  const world = await setUpWorld()
  const process = await world.owner.processes.save({ ...ONBOARDING, steps: [...STEPS] })
  const project_id = await addProject(world.db, world.world.home, 'Website')
  return { ...world, process, project_id }
}

test('a process has ordered steps, a stored duration and no rate before its first run ends', async () => {
  const { owner, process } = await setUpProcess()
  expect(await owner.processes.get({ id: process.id })).toMatchObject({
    name: 'Onboarding',
    status: 'active',
    duration_days: 3,
    step_count: 3,
    success_rate: null,
    average_days: null,
    steps: STEPS.map((step, position) => ({ ...step, position })),
  })
})

test.each([
  [1, '1 day'],
  [3, '3 days'],
  [7, '1 week'],
  [14, '2 weeks'],
  [10, '10 days'],
])('%d days are shown as “%s”', (days, text) => {
  expect(formatProcessDuration(days)).toBe(text)
})

test('a run has its own copy of the steps, unaffected by edits', async () => {
  const { owner, process, project_id } = await setUpProcess()
  const run = await owner.processes.start({ template_id: process.id, project_id })
  await owner.processes.save({
    ...ONBOARDING,
    id: process.id,
    version: process.version,
    name: 'Renamed',
    steps: [{ title: 'Only step' }],
  })
  const unchanged = await owner.processes.run({ id: run.id })
  expect(unchanged).toMatchObject({ name: 'Onboarding', project: { name: 'Website' }, progress: 0 })
  expect(unchanged.steps.map((step) => [step.title, step.due_date])).toEqual([
    ['Kick-off call', '2026-03-04'],
    ['Collect access', '2026-03-05'],
    ['Set up workspace', '2026-03-07'],
  ])
  expect(unchanged.client?.name).toBe('Home Client')
})

test('checking steps updates progress and current step, in both directions', async () => {
  const { employee, owner, process, project_id } = await setUpProcess()
  const run = await owner.processes.start({ template_id: process.id, project_id })
  const step_id = run.steps[0]?.id ?? ''
  const ticked = await employee.processes.tick({ run_id: run.id, step_id, completed: true })
  expect(ticked).toMatchObject({ progress: 33, current_step: { title: 'Collect access' } })
  expect(ticked.steps[0]).toMatchObject({ completed_by_name: 'Home Employee' })
  const back = await employee.processes.tick({ run_id: run.id, step_id, completed: false })
  expect(back).toMatchObject({ progress: 0, current_step: { title: 'Kick-off call' } })
})

test('overdue runs come first', async () => {
  const { at, world, process, project_id } = await setUpProcess()
  const start = (instant: string) =>
    at(world.home.owner, instant).processes.start({ template_id: process.id, project_id })
  const late = await start('2026-03-01T10:00:00.000Z')
  const fresh = await start('2026-03-04T10:00:00.000Z')
  const { items } = await at(world.home.owner, '2026-03-04T11:00:00.000Z').processes.runs({})
  expect(items.map((run) => [run.id, run.overdue])).toEqual([
    [late.id, true],
    [fresh.id, false],
  ])
})

test('overdue runs come first across all pages', async () => {
  const { at, world, process, project_id } = await setUpProcess()
  const start = (instant: string) =>
    at(world.home.owner, instant).processes.start({ template_id: process.id, project_id })
  const late = [await start('2026-03-01T09:00:00.000Z'), await start('2026-03-01T10:00:00.000Z')]
  const fresh = [await start('2026-03-04T09:00:00.000Z'), await start('2026-03-04T10:00:00.000Z')]
  const reader = at(world.home.owner, '2026-03-04T11:00:00.000Z')
  const found: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof reader.processes.runs>> = await reader.processes.runs({
      limit: 1,
      cursor,
    })
    found.push(...page.items.map((run) => run.id))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(found).toEqual([late[1]?.id, late[0]?.id, fresh[1]?.id, fresh[0]?.id])
})

test('duration and success rate come from finished runs', async () => {
  const { owner, at, world, process, project_id } = await setUpProcess()
  for (const outcome of ['completed', 'completed', 'failed'] as const) {
    const run = await owner.processes.start({ template_id: process.id, project_id })
    for (const step of run.steps)
      await owner.processes.tick({ run_id: run.id, step_id: step.id, completed: true })
    const { version } = await owner.processes.run({ id: run.id })
    const later = at(world.home.owner, '2026-03-06T22:00:00.000Z')
    expect(await later.processes.finish({ id: run.id, version, outcome })).toMatchObject({
      status: outcome,
      current_step: null,
    })
  }
  expect(await owner.processes.get({ id: process.id })).toMatchObject({
    finished_runs: 3,
    success_rate: 67,
    average_days: 2.5,
  })
  expect((await owner.processes.runs({})).items).toEqual([])
  expect((await owner.processes.runs({ status: 'finished' })).items).toHaveLength(3)
})

test("a run with open steps can fail but not complete; a finished one can't change", async () => {
  const { owner, process, project_id } = await setUpProcess()
  const run = await owner.processes.start({ template_id: process.id, project_id })
  const finish = (outcome: 'completed' | 'failed') =>
    owner.processes.finish({ id: run.id, version: run.version, outcome })
  await expect(finish('completed')).rejects.toThrow('“Kick-off call” is not completed yet.')
  await finish('failed')
  await expect(
    owner.processes.tick({ run_id: run.id, step_id: run.steps[0]?.id ?? '', completed: true }),
  ).rejects.toThrow(/finished/)
})

test('steps become project tasks in their order if requested', async () => {
  const { owner, process, project_id } = await setUpProcess()
  await owner.processes.start({ template_id: process.id, project_id, create_tasks: true })
  for (const order of ['newest', 'board'] as const) {
    const { items } = await owner.tasks.list({ project_id, order })
    expect(items.map((task) => [task.title, task.due_date])).toEqual([
      ['Kick-off call', '2026-03-04'],
      ['Collect access', '2026-03-05'],
      ['Set up workspace', '2026-03-07'],
    ])
  }
})

test('a step is checked and unchecked with its task, but not once the run is finished', async () => {
  const { owner, employee, process, project_id } = await setUpProcess()
  const started = await owner.processes.start({ template_id: process.id, project_id, create_tasks: true })
  const [first, second] = started.steps.map(({ task_id }) => task_id ?? '')
  const checked = async () => {
    const { steps, current_step } = await owner.processes.run({ id: started.id })
    return [steps.map(({ completed_by_name }) => completed_by_name), current_step?.title]
  }
  await employee.tasks.setStatus({ id: first ?? '', status: 'done' })
  expect(await checked()).toEqual([['Home Employee', null, null], 'Collect access'])
  await owner.tasks.setStatus({ id: second ?? '', status: 'in_progress' })
  await owner.tasks.setStatus({ id: first ?? '', status: 'todo' })
  expect(await checked()).toEqual([[null, null, null], 'Kick-off call'])
  const { version } = await owner.processes.run({ id: started.id })
  await owner.processes.finish({ id: started.id, version, outcome: 'failed' })
  await employee.tasks.setStatus({ id: first ?? '', status: 'done' })
  expect((await checked())[0]).toEqual([null, null, null])
})

test('a task is completed and reopened with its step', async () => {
  const { owner, employee, process, project_id } = await setUpProcess()
  const started = await owner.processes.start({ template_id: process.id, project_id, create_tasks: true })
  const tick = (index: number, completed: boolean, caller = owner) =>
    caller.processes.tick({ run_id: started.id, step_id: started.steps[index]?.id ?? '', completed })
  const statusOf = async (index: number) =>
    (await owner.tasks.get({ id: started.steps[index]?.task_id ?? '' })).status
  await tick(0, true, employee)
  expect([await statusOf(0), await statusOf(1)]).toEqual(['done', 'todo'])
  expect((await owner.processes.run({ id: started.id })).steps[0]?.completed_by_name).toBe('Home Employee')
  await tick(0, false)
  expect(await statusOf(0)).toBe('todo')
  const [, second] = started.steps.map(({ task_id }) => task_id ?? '')
  await owner.tasks.setStatus({ id: second ?? '', status: 'done' })
  await owner.tasks.setStatus({ id: second ?? '', status: 'review' })
  expect(await statusOf(1), 'reopened to another status').toBe('review')
  await tick(1, false)
  expect(await statusOf(1), 'of an open step').toBe('review')
})

test('a step whose task is deleted is checked by hand', async () => {
  const { owner, process, project_id } = await setUpProcess()
  const { id, steps } = await owner.processes.start({
    template_id: process.id,
    project_id,
    create_tasks: true,
  })
  const [step] = steps
  await owner.tasks.delete({ id: step?.task_id ?? '' })
  expect((await owner.processes.run({ id })).steps[0]).toMatchObject({ task_id: null, completed_at: null })
  const ticked = await owner.processes.tick({ run_id: id, step_id: step?.id ?? '', completed: true })
  expect(ticked.progress).toBe(33)
})

test("draft and archived processes can't be started", async () => {
  const { owner, process, project_id } = await setUpProcess()
  const draft = await owner.processes.duplicate({ id: process.id })
  expect(draft).toMatchObject({ name: 'Onboarding (copy)', status: 'draft', step_count: 3 })
  await expect(owner.processes.start({ template_id: draft.id, project_id })).rejects.toThrow(/draft/)
  await owner.processes.setArchived({ id: process.id, archived: true })
  await expect(owner.processes.start({ template_id: process.id, project_id })).rejects.toThrow(/archived/)
  expect((await owner.processes.list({ archived: true })).map((one) => one.id)).toEqual([process.id])
  expect((await owner.processes.list({ search: 'ONBOARD' })).map((one) => one.id)).toEqual([draft.id])
  expect(await owner.processes.list({ search: 'offboard' })).toEqual([])
  await expect(owner.processes.start({ template_id: process.id })).rejects.toThrow(/project or a client/)
})

test("samples are visible to every agency and editable by none, with each agency's own rates", async () => {
  const { db, owner, world, at } = await setUpWorld()
  const steps = STEPS.map((step) => ({ ...step, description: null }))
  const id = await transact(ctxFor(db, null, TEST_NOW), (tx) =>
    insertProcess(tx, null, { ...ONBOARDING, description: null, steps }),
  )
  const foreign = at(world.foreign.owner, TEST_NOW.toISOString())
  const client_id = world.foreign.client.clientId
  const run = await foreign.processes.start({ template_id: id, client_id })
  await foreign.processes.finish({ id: run.id, version: run.version, outcome: 'failed' })
  const failed = { finished_runs: 1, success_rate: 0 }
  expect(await foreign.processes.list({})).toMatchObject([failed])
  expect(await at(world.admin, TEST_NOW.toISOString()).processes.list({})).toMatchObject([failed])
  expect(await owner.processes.list({})).toMatchObject([
    { id, is_shared: true, can_edit: false, finished_runs: 0, success_rate: null, average_days: null },
  ])
  await expect(owner.processes.save({ ...ONBOARDING, id, steps: [...STEPS] })).rejects.toThrow(/Duplicate it/)
  expect((await owner.processes.runs({ status: 'finished' })).items).toEqual([])
})

test("a run's project must belong to its client", async () => {
  const { owner, process, project_id } = await setUpProcess()
  const other = await owner.clients.save({ name: 'Other client', email: 'other@client.test' })
  await expect(
    owner.processes.start({ template_id: process.id, project_id, client_id: other.id }),
  ).rejects.toThrow('The project belongs to another client.')
})

test('a step can only be checked in its own run', async () => {
  const { owner, process, project_id } = await setUpProcess()
  const [one, other] = [
    await owner.processes.start({ template_id: process.id, project_id }),
    await owner.processes.start({ template_id: process.id, project_id }),
  ]
  const step_id = other.steps[0]?.id ?? ''
  await expect(owner.processes.tick({ run_id: one.id, step_id, completed: true })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect((await owner.processes.run({ id: other.id })).progress).toBe(0)
})

test("a run changed by someone else can't be finished", async () => {
  const { owner, employee, process, project_id } = await setUpProcess()
  const run = await owner.processes.start({ template_id: process.id, project_id })
  const step_id = run.steps[0]?.id ?? ''
  await employee.processes.tick({ run_id: run.id, step_id, completed: true })
  await expect(
    owner.processes.finish({ id: run.id, version: run.version, outcome: 'failed' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
})
