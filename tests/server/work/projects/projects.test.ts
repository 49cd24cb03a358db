import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addFile, addProject, addTask } from '#tests/support/work.ts'
import { addClient, addContact, createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return { db, world, owner: callerAs(db, world.home.owner) }
}

const website = { name: 'Website', category: 'web-development' as const, client: 'Home Client' }

test('a new project starts as planning at 0 percent with its client, whatever else is sent', async () => {
  const { owner, world } = await setUp()
  const sent = {
    ...website,
    total_price: 1_200_000,
    requirements: ['  Fast ', ' '],
    deliverables: ['Logo'],
    assigned_employee_ids: [world.home.employee.employeeId],
    status: 'completed',
    progress: 80,
    agency_id: world.foreign.agencyId,
  }
  const created = await owner.projects.create(sent)
  expect(created).toMatchObject({
    agency_id: world.home.agencyId,
    agency_name: 'Home Agency',
    status: 'planning',
    progress: 0,
    total_price: 1_200_000,
    client: { id: world.home.client.clientId, name: 'Home Client', email: 'home.client@example.test' },
    requirements: ['Fast'],
    deliverables: ['Logo'],
    assigned_employee_ids: [world.home.employee.employeeId],
    team: [{ id: world.home.employee.employeeId, name: 'Home Employee' }],
  })
  expect((await owner.projects.list({})).items).toEqual([created])
})

test("missing dates default to today in the agency's time zone", async () => {
  const { db, world } = await setUp()
  const lateEvening = new Date('2026-03-04T23:30:00.000Z')
  const owner = callerAs(db, world.home.owner, { now: lateEvening })
  expect(await owner.projects.create({ ...website, start_date: '' })).toMatchObject({
    start_date: '2026-03-05',
    delivery_date: '2026-03-05',
    total_price: 0,
  })
})

test('a project ends on or after its start, also if only the start is given', async () => {
  const { owner } = await setUp()
  const later = { ...website, start_date: '2027-02-01' }
  const project = await owner.projects.create(later)
  expect(project).toMatchObject({ start_date: '2027-02-01', delivery_date: '2027-02-01' })
  const ordered = { message: expect.stringContaining('The end can’t be before the start.') }
  await expect(owner.projects.create({ ...later, delivery_date: '2027-01-31' })).rejects.toMatchObject(
    ordered,
  )
  const edit = {
    ...later,
    id: project.id,
    version: project.version,
    status: 'planning' as const,
    progress: null,
  }
  await expect(owner.projects.update({ ...edit, delivery_date: '2027-01-31' })).rejects.toMatchObject(ordered)
  expect(await owner.projects.update({ ...edit, start_date: '2027-03-01' })).toMatchObject({
    delivery_date: '2027-03-01',
  })
  expect(await owner.projects.create({ ...website, delivery_date: '2026-03-03' })).toMatchObject({
    start_date: '2026-03-03',
  })
})

test('name, category and client are required', async () => {
  const { owner } = await setUp()
  for (const missing of ['name', 'category', 'client']) {
    await expect(owner.projects.create({ ...website, [missing]: '' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('Please fill in all required fields'),
    })
  }
})

test("the client must be one of the agency's, by name", async () => {
  const { owner } = await setUp()
  for (const client of ['Nobody', 'Foreign Client']) {
    await expect(owner.projects.create({ ...website, client })).rejects.toMatchObject({
      message: 'Please select a valid client for this project.',
      cause: { details: { title: 'Client Required' } },
    })
  }
  expect((await owner.projects.create({ ...website, client: 'home CLIENT' })).client.name).toBe('Home Client')
})

test('clients with the same name are distinguished by their ids', async () => {
  const { db, owner, world } = await setUp()
  const [elder, younger] = [
    await owner.clients.save({ name: 'Anna Schmidt', email: 'anna@elder.test' }),
    await owner.clients.save({ name: 'Anna Schmidt', email: 'anna@younger.test' }),
  ]
  const named = { ...website, client: 'anna schmidt' }
  await expect(owner.projects.create(named)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'More than one client has this name. Select one from the list.',
  })
  for (const { id } of [elder, younger]) {
    expect(await owner.projects.create({ ...named, client_id: id })).toMatchObject({ assigned_client_id: id })
  }
  const project = await owner.projects.create({ ...website, client_id: younger.id })
  // A name without an id stays with the client that has it, and an id is valid after a rename.
  const edit = { ...named, id: project.id, status: 'planning' as const, progress: null }
  const saved = await owner.projects.update({ ...edit, version: project.version })
  expect(saved.assigned_client_id).toBe(younger.id)
  const moved = await owner.projects.update({
    ...edit,
    client: 'Anna Mueller',
    client_id: elder.id,
    version: saved.version,
  })
  expect(moved.assigned_client_id).toBe(elder.id)
  await owner.clients.setArchived({ id: younger.id, archived: true })
  expect((await owner.projects.create(named)).assigned_client_id).toBe(elder.id)
  const foreign = await callerAs(db, world.foreign.owner).clients.list({})
  for (const client_id of [younger.id, foreign.items[0]?.id ?? '']) {
    await expect(owner.projects.create({ ...website, client_id })).rejects.toMatchObject({
      message: 'Please select a valid client for this project.',
    })
  }
})

test('a project stays with the client that it shared a conversation or files with', async () => {
  const { db, owner, world } = await setUp()
  const other = await addClient(db, world.home.agencyId, 'Other Client', 'Other Company')
  const stranger = callerAs(db, other)
  const edit = { name: 'Website', category: 'design' as const, status: 'planning' as const, progress: null }
  const give = async (id: string) => {
    const { version } = await owner.projects.get({ id })
    return owner.projects.update({ ...edit, id, version, client: 'Other Client' })
  }
  const share = async (act: (project_id: string) => Promise<unknown>) => {
    const { id } = await addProject(db, world.home)
    await act(id)
    return id
  }
  const addTo = (kind: 'deliverable' | 'attachment') => (project_id: string) =>
    addFile(db, world.home, { project_id, task_id: null, kind })
  const send = (project_id: string) =>
    callerAs(db, world.home.client).messages.send({ project_id, content: 'Our budget is tight.' })
  const both = async (project_id: string) => {
    await send(project_id)
    await addTo('deliverable')(project_id)
  }
  const cases = [
    [await share(send), 'messages'],
    [await share(addTo('deliverable')), 'deliverables'],
    [await share(both), 'messages and deliverables'],
  ] as const
  for (const [id, shared] of cases) {
    const message = `This project has ${shared} that its client can see, so its client can’t be changed. Create a project for the new client.`
    await expect(give(id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message,
      cause: { details: { fields: { client: message } } },
    })
    await expect(stranger.messages.list({ project_id: id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(stranger.files.list({ project_id: id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  const given = await give(await share(addTo('attachment')))
  expect(given.assigned_client_id).toBe(other.clientId)
  expect((await stranger.files.list({ project_id: given.id })).items).toEqual([])
})

test('the next client of a project, also a former one, sees only hours of the days after it became theirs', async () => {
  const { db, owner, world } = await setUp()
  const other = await addClient(db, world.home.agencyId, 'Other Client', 'Other Company')
  const { id: project_id, version } = await addProject(db, world.home)
  const { id: elsewhere } = await addProject(db, world.home)
  const track = (project: string, day: string, note: string) =>
    owner.workLog.save({ project_id: project, note, time: { kind: 'duration', date: day, duration: '1h' } })
  const notesOf = async (person: SeedPerson) =>
    (await callerAs(db, person).workLog.list({ whose: 'agency' })).items.map(({ note }) => note)
  await owner.timesheets.saveProjectTime({ project_id, share_hours: true, billing_rate: null, budget: null })
  await track(project_id, '2026-03-03', 'First layoffs')
  const moved = await track(elsewhere, '2026-03-02', 'Moved layoffs')
  expect(await notesOf(world.home.client)).toEqual(['First layoffs'])

  const edit = { name: 'Website', category: 'design' as const, status: 'planning' as const, progress: null }
  // It is March 5 in the zone of the agency’s books.
  const evening = callerAs(db, world.home.owner, { now: new Date('2026-03-04T23:30:00.000Z') })
  const { version: shared } = await owner.projects.get({ id: project_id })
  expect(shared).toBeGreaterThan(version)
  await evening.projects.update({ ...edit, id: project_id, version: shared, client: 'Other Client' })
  await track(project_id, '2026-03-05', 'Last layoffs')
  await owner.workLog.save({ id: moved.id, project_id, time: { kind: 'keep' } })
  await track(project_id, '2026-03-06', 'Logo')
  for (const share_hours of [false, true])
    await owner.timesheets.saveProjectTime({ project_id, share_hours, billing_rate: null, budget: null })
  expect(await notesOf(other)).toEqual(['Logo'])
  expect(await notesOf(world.home.client)).toEqual([])
  expect(await notesOf(world.foreign.client)).toEqual([])

  const back = callerAs(db, world.home.owner, { now: new Date('2026-03-07T12:00:00.000Z') })
  const { version: given } = await owner.projects.get({ id: project_id })
  await back.projects.update({ ...edit, id: project_id, version: given, client: 'Home Client' })
  await track(project_id, '2026-03-08', 'Fonts')
  expect(await notesOf(world.home.client)).toEqual(['Fonts'])
  expect(await notesOf(other)).toEqual([])
})

test('project numbers are unique under concurrency', async () => {
  const { owner } = await setUp()
  const created = await Promise.all(Array.from({ length: 5 }, () => owner.projects.create(website)))
  const numbers = created.map((project) => project.unique_id)
  expect(new Set(numbers).size).toBe(5)
  for (const number of numbers) expect(number).toMatch(/^PRJ-\d{13}$/)
})

test('progress follows the tasks until it is set manually', async () => {
  const { db, owner, world } = await setUp()
  const project = await addProject(db, world.home)
  await addTask(db, world.home.owner, project.id, { status: 'done' })
  await addTask(db, world.home.owner, project.id)
  await addTask(db, world.home.owner, project.id)
  const computed = await owner.projects.get({ id: project.id })
  expect(computed).toMatchObject({
    progress: 33,
    progress_is_manual: false,
    task_count: 3,
    done_task_count: 1,
  })
  const edit = { ...website, id: project.id, version: computed.version, status: 'in-progress' as const }
  expect(await owner.projects.update({ ...edit, progress: 65 })).toMatchObject({
    progress: 65,
    progress_is_manual: true,
    status: 'in_progress',
  })
  for (const progress of [101, -1]) {
    await expect(
      owner.projects.update({ ...edit, version: computed.version + 1, progress }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  }
})

test('both spellings of in progress find the same projects', async () => {
  const { db, owner, world } = await setUp()
  const project = await addProject(db, world.home)
  await addProject(db, world.home)
  await owner.projects.setStatus({ id: project.id, status: 'in-progress' })
  for (const status of ['in-progress', 'in_progress'] as const) {
    const { items } = await owner.projects.list({ status })
    expect(items.map((item) => item.id)).toEqual([project.id])
  }
})

test('active projects are those not completed, matching the counter', async () => {
  const { db, owner, world } = await setUp()
  const [planned, done, gone] = [
    await addProject(db, world.home),
    await addProject(db, world.home),
    await addProject(db, world.home),
  ]
  await owner.projects.setStatus({ id: done.id, status: 'completed' })
  await owner.projects.setArchived({ id: gone.id, archived: true })
  const { items } = await owner.projects.list({ active: true })
  expect(items.map((item) => item.id)).toEqual([planned.id])
  expect((await owner.projects.counters()).active).toBe(items.length)
})

test('projects are found by name, number and client', async () => {
  const { db, owner, world } = await setUp()
  const harbor = await addProject(db, world.home, { name: 'Harbor Website' })
  await addProject(db, world.home, { name: 'Lumen App' })
  for (const search of ['HARBOR', harbor.unique_id]) {
    expect((await owner.projects.list({ search })).items.map((item) => item.name)).toEqual(['Harbor Website'])
  }
  expect((await owner.projects.list({ search: 'home client' })).items).toHaveLength(2)
})

test('archiving hides a project with its tasks, and restoring brings both back', async () => {
  const { db, owner, world } = await setUp()
  const project = await addProject(db, world.home)
  await addTask(db, world.home.owner, project.id)
  await owner.projects.setArchived({ id: project.id, archived: true })
  expect((await owner.projects.list({})).items).toEqual([])
  expect((await owner.projects.list({ archived: true })).items).toHaveLength(1)
  expect((await owner.tasks.list({})).items).toEqual([])
  expect(await owner.tasks.counters({})).toMatchObject({ total: 0 })
  expect(await owner.projects.counters()).toMatchObject({ total: 0, active: 0, archived: 1 })
  await owner.projects.setArchived({ id: project.id, archived: false })
  expect((await owner.projects.list({})).items).toHaveLength(1)
  expect(await owner.tasks.counters({})).toMatchObject({ total: 1, todo: 1 })
})

test('the second of two editors sees what the first one changed', async () => {
  const { db, owner, world } = await setUp()
  const project = await addProject(db, world.home, { category: 'web-development' })
  const edit = { ...website, id: project.id, version: 1, status: 'planning' as const, progress: null }
  await owner.projects.update({ ...edit, name: 'First', total_price: 500 })
  await expect(owner.projects.update({ ...edit, name: 'Second', total_price: 500 })).rejects.toMatchObject({
    code: 'CONFLICT',
    cause: { details: { reason: 'changed_meanwhile', fields: { name: 'First' } } },
  })
  expect((await owner.projects.get({ id: project.id })).name).toBe('First')
})

test('the list can be filtered by contributor', async () => {
  const { db, owner, world } = await setUp()
  const { employeeId } = world.home.employee
  const worked = await addProject(db, world.home, { assigned_employee_ids: [employeeId] })
  await addProject(db, world.home)
  const idsOf = async (employee_id: string) =>
    (await owner.projects.list({ employee_id })).items.map((item) => item.id)
  expect(await idsOf(employeeId)).toEqual([worked.id])
  expect(await idsOf(world.foreign.employee.employeeId)).toEqual([])
})

test('a contact sees the price of a project only with access to billing', async () => {
  const { db, world } = await setUp()
  const { id } = await addProject(db, world.home, { total_price: 100 })
  const seen = async (name: string, seesBilling: boolean) => {
    const contact = await addContact(db, world.home.client, name, { seesProjects: true, seesBilling })
    const { projects } = callerAs(db, contact)
    const { items } = await projects.list({})
    return [(await projects.get({ id })).total_price, ...items.map((item) => item.total_price)]
  }
  expect(await seen('Cleo Contact', false)).toEqual([null, null])
  expect(await seen('Carl Contact', true)).toEqual([100, 100])
})

test('a client sees only their own projects, and contributors see no price', async () => {
  const { db, owner, world } = await setUp()
  const own = await addProject(db, world.home, { total_price: 100 })
  await owner.clients.save({ name: 'Other', email: 'other@example.test' })
  const other = await addProject(db, world.home, { client: 'Other', total_price: 200 })

  const client = callerAs(db, world.home.client)
  expect((await client.projects.list({})).items.map((item) => item.id)).toEqual([own.id])
  expect((await client.projects.get({ id: own.id })).total_price).toBe(100)
  await expect(client.projects.get({ id: other.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await client.projects.counters()).toMatchObject({ total: 1 })
  await expect(client.projects.create(website)).rejects.toMatchObject({ code: 'FORBIDDEN' })

  const employee = callerAs(db, world.home.employee)
  const seen = (await employee.projects.list({})).items
  expect(seen.map((item) => item.total_price)).toEqual([null, null])
})

test("the platform administrator reads all agencies but can't create projects", async () => {
  const { db, world } = await setUp()
  await addProject(db, world.home)
  await addProject(db, world.foreign)
  const admin = callerAs(db, world.admin)
  const { items } = await admin.projects.list({})
  expect(items.map((item) => item.agency_name).sort()).toEqual(['Foreign Agency', 'Home Agency'])
  await expect(admin.projects.create(website)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Agency information is required',
  })
})

test('people without an agency get empty lists', async () => {
  const { db, world } = await setUp()
  await addProject(db, world.home)
  for (const scope of [world.waitingEmployee, world.waitingClient]) {
    const caller = callerAs(db, scope)
    expect(await caller.projects.list({})).toEqual({ items: [], nextCursor: null })
    expect(await caller.tasks.list({ due: 'today' })).toEqual({ items: [], nextCursor: null })
    expect(await caller.tasks.counters({})).toMatchObject({ total: 0 })
  }
})

test('pages have no gaps or repeats', async () => {
  const { db, owner, world } = await setUp()
  for (let index = 0; index < 5; index++) await addProject(db, world.home)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof owner.projects.list>> = await owner.projects.list({
      limit: 2,
      cursor,
    })
    seen.push(...page.items.map((item) => item.id))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(seen).toHaveLength(5)
  expect(new Set(seen).size).toBe(5)
})
