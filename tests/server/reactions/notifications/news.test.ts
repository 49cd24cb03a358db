import { expect, test } from 'vitest'
import type { SeedMember, SeedPerson } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { announceMonthlyReport } from '#server/reactions/notifications/commands/announce-report.ts'
import { addFile } from '#server/work/files/commands.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addProject } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const project = await addProject(db, world.home, {
    assigned_employee_ids: [world.home.employee.employeeId],
  })
  const titles = async (person: SeedPerson) =>
    (await callerAs(db, person).notifications.list({})).items.map((item) => item.title)
  return { db, world, project, titles }
}

let stored = 0
const deliver = (db: Db, scope: SeedPerson, projectId: string, name: string) => {
  stored += 1
  const file = { name, contentType: 'text/plain', size: 1, sha256: 'ab', key: `key-${stored}` }
  return addFile(ctxFor(db, scope as SeedMember), { project_id: projectId, kind: 'deliverable' }, file)
}

test('the client is notified of deliverables, the team of reviews', async () => {
  const { db, world, project, titles } = await setUp()
  const { client, employee, owner } = world.home
  const file = await deliver(db, employee, project.id, 'Logo.pdf')
  expect(await titles(client)).toEqual(['Logo.pdf is ready for your review'])
  expect(await titles(owner)).toEqual([])

  await callerAs(db, client).files.review({ id: file.id, review: 'changes_requested', comment: 'Bigger' })
  await callerAs(db, client).files.review({ id: file.id, review: 'approved' })
  expect(await titles(employee)).toEqual(['Home Client approved Logo.pdf'])
  expect(await titles(owner)).toEqual(['Home Client approved Logo.pdf'])
  expect(await titles(client), 'nobody hears of what they did').toEqual([])

  await deliver(db, employee, project.id, 'Icons.zip')
  await deliver(db, employee, project.id, 'Fonts.zip')
  expect(await titles(client), 'a burst is one').toEqual(['2 files are ready for your review'])
})

test('the current step of a process notifies its assignee', async () => {
  const { db, world, project, titles } = await setUp()
  const owner = callerAs(db, world.home.owner)
  const step = (title: string, role: 'agency_admin' | 'employee' | 'client') => ({
    title,
    role,
    due_offset_days: 0,
  })
  const process = await owner.processes.save({
    name: 'Onboarding',
    status: 'active',
    duration_days: 1,
    steps: [
      step('Call', 'employee'),
      step('Answer', 'client'),
      step('Build', 'employee'),
      step('Bill', 'agency_admin'),
    ],
  })
  const run = await owner.processes.start({ template_id: process.id, project_id: project.id })
  expect(await titles(world.home.employee)).toEqual(['Onboarding: Call is assigned to you'])

  const employee = callerAs(db, world.home.employee)
  const tick = (index: number) =>
    employee.processes.tick({ run_id: run.id, step_id: run.steps[index]?.id ?? '', completed: true })
  await tick(2)
  expect(await titles(world.home.owner), 'out of turn: the run is where it was').toEqual([])
  await tick(0)
  expect(await titles(world.home.client), 'clients have no screen of processes').toEqual([])
  await tick(1)
  expect(await titles(world.home.owner)).toEqual(['Onboarding: Bill is assigned to you'])
})

test('the platform is notified of new agencies, plans, and its monthly report', async () => {
  const { db, world, titles } = await setUp()
  const admin = world.admin
  await callerAs(db, null).auth.signUp({
    email: 'new@studio.test',
    password: 'a-long-passphrase',
    name: 'Nina New',
    role: 'agency_admin',
    agency_name: 'New Studio',
  })
  expect(await titles(admin)).toEqual(['New Studio started a trial'])

  const owner = callerAs(db, world.home.owner)
  const plan = (await owner.packages.plans()).find(({ name }) => name === 'Professional')
  await owner.packages.subscribe({
    plan_id: plan?.id ?? '',
    method: 'mock_card_visa',
    request_id: crypto.randomUUID(),
  })
  expect(await titles(admin)).toContain('Home Agency: Subscribed to Professional')
  await owner.packages.cancel({ when: 'now' })
  expect(await titles(admin)).toContain('Home Agency: Subscription canceled')

  await announceMonthlyReport(ctxFor(db, null, TEST_NOW))
  await announceMonthlyReport(ctxFor(db, null, TEST_NOW))
  expect((await titles(admin)).filter((title) => title === 'Monthly platform report is ready')).toHaveLength(
    1,
  )
})

test('settings list only events that can happen to the user', async () => {
  const { db, world } = await setUp()
  const events = async (person: SeedPerson) =>
    (await callerAs(db, person).notifications.preferences()).events.map(({ event }) => event)
  const ofClient = await events(world.home.client)
  expect(ofClient).toEqual(expect.arrayContaining(['mention', 'invoice_sent', 'payment_failed']))
  for (const other of ['task_assigned', 'timesheet_submitted', 'platform']) {
    expect(ofClient).not.toContain(other)
  }
  expect(await events(world.home.employee)).not.toContain('invoice_paid')
  expect(await events(world.home.owner)).toContain('timesheet_submitted')
  expect(await events(world.admin)).toContain('platform')
  expect(await events(world.home.owner)).not.toContain('platform')
})
