import { expect, test } from 'vitest'
import { givePasswords, PASSWORD } from '#tests/support/api-tokens.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return { db, world, owner: callerAs(db, world.home.owner) }
}

type Steps = Awaited<ReturnType<Awaited<ReturnType<typeof setUp>>['owner']['dashboard']['firstSteps']>>
const statesOf = (found: Steps) =>
  Object.fromEntries((found?.steps ?? []).map(({ key, state }) => [key, state]))

test('an owner is guided from the logo to the first project, and no further once done', async () => {
  const { db, world, owner } = await setUp()
  expect(statesOf(await owner.dashboard.firstSteps())).toEqual({
    brand: 'open',
    invoicing: 'open',
    rate: 'open',
    // Test mode accepts cards but pays no one.
    get_paid: 'open',
    client: 'done',
    contributor: 'done',
    project: 'open',
  })
  await owner.letterhead.saveCompany({
    legal_name: 'Home Agency Ltd',
    address: 'Main Street 1',
    version: 0,
  })
  await owner.projects.create({ name: 'Website', category: 'design', client: world.home.client.name })
  expect(statesOf(await owner.dashboard.firstSteps())).toMatchObject({ invoicing: 'done', project: 'done' })
  await owner.settings.saveRates({ billing_rate: 9000, cost_rate: null })
  await givePasswords(db)
  await owner.letterhead.saveBank({ iban: 'DE89370400440532013000', version: 1, password: PASSWORD })
  expect(statesOf(await owner.dashboard.firstSteps())).toMatchObject({ rate: 'done', get_paid: 'done' })
  await db.updateTable('agencies').set({ logo: 'logo.png' }).where('id', '=', world.home.agencyId).execute()
  expect(await owner.dashboard.firstSteps()).toBeNull()
})

test('without cards, bank details complete the payment step', async () => {
  const { db, world } = await setUp()
  const owner = callerAs(db, world.home.owner, { config: { allowTestPayments: false } })
  expect(statesOf(await owner.dashboard.firstSteps())).toMatchObject({ get_paid: 'open' })
  await givePasswords(db)
  await owner.letterhead.saveBank({ iban: 'DE89370400440532013000', version: 0, password: PASSWORD })
  expect(statesOf(await owner.dashboard.firstSteps())).toMatchObject({ get_paid: 'done' })
})

test('a skipped step can be resumed, and is skipped only for the caller', async () => {
  const { db, world, owner } = await setUp()
  await owner.dashboard.skipStep({ step: 'invoicing', skipped: true })
  expect(statesOf(await owner.dashboard.firstSteps())).toMatchObject({ brand: 'open', invoicing: 'skipped' })
  expect(statesOf(await callerAs(db, world.foreign.owner).dashboard.firstSteps())).toMatchObject({
    invoicing: 'open',
  })
  await owner.dashboard.skipStep({ step: 'invoicing', skipped: false })
  expect(statesOf(await owner.dashboard.firstSteps())).toMatchObject({ invoicing: 'open' })
  await Promise.all(
    (['brand', 'invoicing', 'rate', 'get_paid', 'project'] as const).map((step) =>
      owner.dashboard.skipStep({ step, skipped: true }),
    ),
  )
  expect(await owner.dashboard.firstSteps()).toBeNull()
})

test('contributors and clients have their own first steps; the platform has none', async () => {
  const { db, world, owner } = await setUp()
  const employee = callerAs(db, world.home.employee)
  expect(statesOf(await employee.dashboard.firstSteps())).toEqual({
    picture: 'open',
    time: 'open',
    week: 'open',
  })
  await employee.workLog.save({ time: { kind: 'duration', date: '2026-03-03', duration: '2h' } })
  await employee.timesheets.submit({ date: '2026-03-03' })
  expect(statesOf(await employee.dashboard.firstSteps())).toEqual({
    picture: 'open',
    time: 'done',
    week: 'done',
  })

  const client = callerAs(db, world.home.client)
  const { id } = await owner.projects.create({
    name: 'Website',
    category: 'design',
    client: world.home.client.name,
  })
  expect(statesOf(await client.dashboard.firstSteps())).toEqual({
    picture: 'open',
    message: 'open',
    card: 'open',
  })
  await client.messages.send({ id: crypto.randomUUID(), project_id: id, content: 'Hello' })
  expect(statesOf(await client.dashboard.firstSteps())).toMatchObject({ message: 'done' })

  expect(await callerAs(db, world.admin).dashboard.firstSteps()).toBeNull()
})

test("a sample project is added and removed in one call, and doesn't complete a step", async () => {
  const { owner } = await setUp()
  const before = await Promise.all([
    owner.projects.counters(),
    owner.clients.counters(),
    owner.tasks.counters({}),
  ])
  const [sample, again] = await Promise.all([owner.dashboard.addSample(), owner.dashboard.addSample()])
  expect(again?.id).toBe(sample?.id)
  const steps = await owner.dashboard.firstSteps()
  expect(statesOf(steps)).toMatchObject({ project: 'open' })
  expect(steps).toMatchObject({ sample: { id: sample?.id }, offers_sample: false })
  const { items } = await owner.tasks.list({ project_id: sample?.id })
  expect(new Set(items.map(({ status }) => status))).toEqual(
    new Set(['todo', 'in_progress', 'review', 'done']),
  )
  expect(await owner.projects.get({ id: sample?.id ?? '' })).toMatchObject({
    sample: true,
    status: 'in_progress',
  })

  expect(await owner.dashboard.removeSample()).toEqual({ archived: false })
  expect(
    await Promise.all([owner.projects.counters(), owner.clients.counters(), owner.tasks.counters({})]),
  ).toEqual(before)
  expect(await owner.dashboard.firstSteps()).toMatchObject({ sample: null, offers_sample: true })
  await expect(owner.dashboard.removeSample()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a sample project with recorded work is archived with its hours', async () => {
  const { owner } = await setUp()
  const { id } = await owner.dashboard.addSample()
  await owner.workLog.save({ project_id: id, time: { kind: 'duration', date: '2026-03-03', duration: '2h' } })
  expect(await owner.dashboard.removeSample()).toEqual({ archived: true })
  expect(await owner.projects.get({ id })).toMatchObject({ archived_at: expect.any(String), sample: false })
  expect((await owner.workLog.list({})).items).toMatchObject([{ project: { id } }])
  const next = await owner.dashboard.addSample()
  expect(next.id).not.toBe(id)
})

test('a sample client with credit is archived with it', async () => {
  const { owner } = await setUp()
  const { assigned_client_id: client_id } = await owner.dashboard.addSample()
  await owner.invoices.adjustCredit({ client_id, currency: 'USD', amount: 100, reason: 'Sorry' })
  expect(await owner.dashboard.removeSample()).toEqual({ archived: true })
  expect((await owner.clients.get({ id: client_id })).archived_at).not.toBeNull()
})
