import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { approveOwnersTime } from '#migrations/0071-owner-rates.ts'
import { addProject, setUpWorld } from '../../work/projects/setup.ts'
import { on } from './setup.ts'

const bill = { group_by: 'task', title: 'March', due_date: '2026-04-01' } as const

/** Six hours of an owner's own time on a project without its own rate. */
async function setUpOwnHours() {
  const world = await setUpWorld()
  const project_id = await addProject(world.db, world.world.home, 'Website')
  const log = () => world.owner.workLog.save({ project_id, time: on('2026-03-03', '6h') })
  return { ...world, project_id, log, client_id: world.world.home.client.clientId }
}

test('owners set their own rates, which apply to their time from then on', async () => {
  const { owner, log, client_id } = await setUpOwnHours()
  expect((await owner.settings.get()).rates).toEqual({ billing_rate: null, cost_rate: null })
  const before = await log()
  expect(before).toMatchObject({ billing_rate: 0, cost_rate: 0 })
  expect(await owner.settings.saveRates({ billing_rate: 9500, cost_rate: 4000 })).toEqual({
    billing_rate: 9500,
    cost_rate: 4000,
  })
  expect(await log()).toMatchObject({ billing_rate: 9500, cost_rate: 4000 })
  expect(await owner.workLog.get({ id: before.id })).toMatchObject({ billing_rate: 0, cost_rate: 0 })
  expect((await owner.timesheets.unbilled({ client_id })).amount).toBe(6 * 9500)
  await owner.settings.saveRates({ billing_rate: null, cost_rate: null })
  expect(await log()).toMatchObject({ billing_rate: 0, cost_rate: 0 })
})

test("a project's rate overrides the owner's own", async () => {
  const { db, world, owner } = await setUpOwnHours()
  await owner.settings.saveRates({ billing_rate: 9500, cost_rate: null })
  const project_id = await addProject(db, world.home, 'Shop', { billing_rate: 12_000 })
  expect(await owner.workLog.save({ project_id, time: on('2026-03-03', '1h') })).toMatchObject({
    billing_rate: 12_000,
    cost_rate: 0,
  })
})

test("an owner's entry moved to another project keeps its rates unless one of them has its own", async () => {
  const { db, world, owner, log } = await setUpOwnHours()
  await owner.settings.saveRates({ billing_rate: 9500, cost_rate: 4000 })
  const { id } = await log()
  await owner.settings.saveRates({ billing_rate: 9900, cost_rate: 5000 })
  const plain = await addProject(db, world.home, 'Plain')
  const priced = await addProject(db, world.home, 'Shop', { billing_rate: 12_000 })
  const move = (project_id: string) => owner.workLog.save({ id, project_id, time: { kind: 'keep' } })
  expect(await move(plain)).toMatchObject({ billing_rate: 9500, cost_rate: 4000 })
  expect(await move(priced)).toMatchObject({ billing_rate: 12_000, cost_rate: 4000 })
  expect(await move(plain)).toMatchObject({ billing_rate: 9900, cost_rate: 4000 })
})

test('rates prevent changing the currency', async () => {
  const { owner } = await setUpWorld()
  const { agency } = await owner.settings.get()
  if (agency === null) throw new Error('The owner has an agency.')
  const { name, timezone, invoice_details, version } = agency
  await owner.settings.saveRates({ billing_rate: 9500, cost_rate: null })
  await expect(
    owner.settings.saveAgency({ name, timezone, invoice_details, version, currency: 'EUR' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
})

test("an owner's finished time can be billed without approval", async () => {
  const { owner, client_id, log, project_id } = await setUpOwnHours()
  await owner.settings.saveRates({ billing_rate: 10_000, cost_rate: null })
  const entry = await log()
  await owner.workLog.start({ project_id })
  const { lines } = await owner.timesheets.unbilled({ client_id })
  expect(lines).toMatchObject([{ quantity: 6000, rate: 10_000, amount: 60_000, entry_ids: [entry.id] }])
  expect(await owner.dashboard.waiting()).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ kind: 'unbilled_time', seconds: 6 * 3600 })]),
  })
  const draft = await owner.invoices.fromTime({ client_id, ...bill })
  expect(draft.amount).toBe(60_000)
  expect((await owner.workLog.get({ id: entry.id })).locked).toBe('invoiced')
  expect((await owner.timesheets.unbilled({ client_id })).lines).toEqual([])
})

test('owners submit no weeks, and theirs are never locked', async () => {
  const { db, owner, log, world } = await setUpOwnHours()
  const entry = await log()
  await expect(owner.timesheets.submit({ date: '2026-03-04' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  // As written by an earlier version.
  await db
    .insertInto('timesheets')
    .values({
      agency_id: world.home.agencyId,
      id: 'earlier-sheet',
      user_id: world.home.owner.userId,
      week_start: '2026-03-02',
      status: 'approved',
      submit_note: null,
      review_note: null,
      submitted_at: '2026-03-08T10:00:00.000Z',
      reviewed_at: '2026-03-08T10:00:00.000Z',
      reviewed_by: world.home.owner.userId,
      version: 2,
    })
    .execute()
  await db
    .updateTable('time_entries')
    .set({ timesheet_id: 'earlier-sheet' })
    .where('id', '=', entry.id)
    .execute()
  expect((await owner.workLog.get({ id: entry.id })).locked).toBeNull()
  await owner.workLog.save({ id: entry.id, time: on('2026-03-03', '5h') })
  await log()
})

test("time without a rate doesn't get into a draft unnoticed", async () => {
  const { owner, client_id, log, project_id } = await setUpOwnHours()
  const entry = await log()
  const { lines, amount } = await owner.timesheets.unbilled({ client_id })
  expect([lines.length, amount]).toEqual([1, 0])
  await expect(owner.invoices.fromTime({ client_id, ...bill })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: '1 line has no hourly rate. Enter one, or 0 to bill it free of charge.',
  })
  const asked = { client_id, missing_rate: 8000 }
  expect((await owner.timesheets.unbilled(asked)).lines).toMatchObject([{ rate: 8000, amount: 48_000 }])
  const draft = await owner.invoices.fromTime({ ...asked, ...bill })
  expect(draft.items).toMatchObject([{ quantity: 6, rate: 8000, amount: 48_000 }])
  expect(await owner.workLog.get({ id: entry.id })).toMatchObject({ billing_rate: 8000 })
  expect(await owner.timesheets.projectTime({ project_id })).toMatchObject({ value: 48_000, unbilled: 0 })
})

test('an entered rate of 0 is respected', async () => {
  const { owner, client_id, log } = await setUpOwnHours()
  await log()
  const draft = await owner.invoices.fromTime({ client_id, missing_rate: 0, ...bill })
  expect(draft).toMatchObject({ amount: 0, status: 'draft' })
})

test('a project’s rate of 0 bills its time free of charge without asking for a rate', async () => {
  const { owner, client_id, log, project_id } = await setUpOwnHours()
  await owner.timesheets.saveProjectTime({ project_id, share_hours: false, billing_rate: 0, budget: null })
  const entry = await log()
  expect(await owner.workLog.get({ id: entry.id })).toMatchObject({ billing_rate: 0 })
  expect((await owner.timesheets.unbilled({ client_id })).lines).toMatchObject([
    { rate: 0, amount: 0, rate_missing: false },
  ])
  const draft = await owner.invoices.fromTime({ client_id, ...bill })
  expect(draft.items).toMatchObject([{ quantity: 6, rate: 0, amount: 0 }])
})

test('the billing screen names time awaiting approval or submission', async () => {
  const { owner, employee, client_id, project_id } = await setUpOwnHours()
  await employee.workLog.save({ project_id, time: on('2026-03-03', '4h') })
  await employee.workLog.save({ project_id, billable: false, time: on('2026-03-03', '1h') })
  await employee.workLog.save({ project_id, time: on('2026-03-10', '2h') })
  const sheet = await employee.timesheets.submit({ date: '2026-03-04' })
  const open = await owner.timesheets.unbilled({ client_id })
  expect(open).toMatchObject({ lines: [], unsubmitted_seconds: 2 * 3600 })
  expect(open.awaiting).toEqual([
    {
      id: sheet.id,
      version: sheet.version,
      user_name: 'Home Employee',
      week_start: '2026-03-02',
      seconds: 4 * 3600,
    },
  ])
  expect((await owner.timesheets.unbilled({ client_id, from: '2026-03-09' })).awaiting).toEqual([])
  await owner.timesheets.review({ id: sheet.id, version: sheet.version, decision: 'approved' })
  expect(await owner.timesheets.unbilled({ client_id })).toMatchObject({
    awaiting: [],
    total_seconds: 4 * 3600,
    unsubmitted_seconds: 2 * 3600,
  })
})

test('an upgrade approves weeks that owners submitted, and requires no rate', async () => {
  const { db, employee, log, owner, project_id, world } = await setUpOwnHours()
  const entry = await log()
  const sheet = {
    agency_id: world.home.agencyId,
    id: 'own-week',
    user_id: world.home.owner.userId,
    week_start: '2026-03-02',
    status: 'submitted' as const,
    submit_note: null,
    review_note: null,
    submitted_at: '2026-03-08T10:00:00.000Z',
    reviewed_at: null,
    reviewed_by: null,
    version: 1,
  }
  await db
    .insertInto('timesheets')
    .values([
      sheet,
      { ...sheet, id: 'own-rejected', week_start: '2026-02-23', status: 'rejected' },
      // From before they became an owner.
      { ...sheet, id: 'as-contributor', week_start: '2026-02-16' },
    ])
    .execute()
  await db.updateTable('time_entries').set({ timesheet_id: 'own-week' }).where('id', '=', entry.id).execute()
  const earlier = await log()
  await db
    .updateTable('time_entries')
    .set({ timesheet_id: 'as-contributor', employee_id: world.home.employee.employeeId })
    .where('id', '=', earlier.id)
    .execute()
  await employee.workLog.save({ project_id, time: on('2026-03-03', '1h') })
  await employee.timesheets.submit({ date: '2026-03-04' })
  await owner.dashboard.skipStep({ step: 'brand', skipped: true })

  await approveOwnersTime(db as unknown as Kysely<unknown>)

  const { items } = await owner.timesheets.list({ whose: 'agency' })
  expect(
    Object.fromEntries(items.map(({ id, user_name, status }) => [user_name + id, status])),
  ).toMatchObject({
    'Home Ownerown-week': 'approved',
    'Home Ownerown-rejected': 'rejected',
    'Home Owneras-contributor': 'submitted',
  })
  expect(items.find(({ user_name }) => user_name === 'Home Employee')?.status).toBe('submitted')
  const steps = (await owner.dashboard.firstSteps())?.steps ?? []
  expect(steps.filter(({ state }) => state === 'skipped').map(({ key }) => key)).toEqual(['brand', 'rate'])
  expect(await employee.dashboard.firstSteps()).toMatchObject({
    steps: expect.not.arrayContaining([expect.objectContaining({ state: 'skipped' })]),
  })
  expect(await owner.workLog.get({ id: entry.id })).toMatchObject({ billing_rate: 0, locked: null })
})
