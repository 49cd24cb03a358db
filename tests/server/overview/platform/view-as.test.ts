import { expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { type Caller, callerAs, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { sendInvoiceTo } from '#tests/support/money/money.ts'
import { openBrowser } from '#tests/support/servers/browser.ts'
import { cookieFor } from '#tests/support/servers/http.ts'
import { addProject } from '#tests/support/work.ts'
import { createWorld, type TestAgency } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { home, admin } = world
  const project = await addProject(db, home)
  const [owner, employee] = [callerAs(db, home.owner), callerAs(db, home.employee)]
  const write = (caller: Caller, content: string) => caller.messages.send({ project_id: project.id, content })
  await write(employee, 'One')
  await write(owner, 'Two')
  await owner.messages.markRead({ project_id: project.id })
  await write(employee, 'Three')
  await owner.quickTasks.add({ text: 'Call Priya' })
  await owner.views.save({ list: 'tasks', name: 'Mine', state: {} })
  const forTeam = await owner.views.save({ list: 'tasks', name: 'Shared', state: {} })
  await owner.views.share({ id: forTeam.id, shared: true })
  await owner.settings.saveRates({ billing_rate: 9000, cost_rate: 4000 })
  await owner.settings.savePreferences({ timezone: 'Pacific/Auckland', week_start: 'sunday' })
  const browser = openBrowser(db, { cookie: await cookieFor(testServices(db), admin.userId) })
  await (await browser.api()).agencies.viewAs({ id: home.agencyId })
  const ownBrowser = openBrowser(db, { cookie: await cookieFor(testServices(db), home.owner.userId) })
  return { db, world, project, owner, browser, ownBrowser }
}

/** Everything a user's own screens show and count. */
const shown = async (api: Caller, projectId: string) => ({
  waiting: await api.dashboard.waiting(),
  stats: await api.dashboard.stats(),
  firstSteps: await api.dashboard.firstSteps(),
  unreadMessages: await api.messages.unreadCount(),
  threads: await api.messages.projects({}),
  messages: await api.messages.list({ project_id: projectId }),
  week: await api.workLog.list({}),
  sheets: await api.timesheets.list({}),
  rates: (await api.settings.get()).rates,
})

/** The owner's personal data, wherever it is counted or found. */
const personal = async (api: Caller) => ({
  quickTasks: (await api.quickTasks.list({ view: 'upcoming' })).items,
  counters: await api.quickTasks.counters(),
  recent: await api.quickTasks.recent(),
  bell: (await api.notifications.list({})).items,
  unreadBell: await api.notifications.unreadCount(),
  views: (await api.views.list({ list: 'tasks' })).map((view) => view.name),
  hours: (await api.workLog.list({ whose: 'agency' })).items.map((entry) => entry.note),
})

/** Time the owner recorded before having an agency. */
async function addPrivateTime(db: Db, { employee, owner }: TestAgency) {
  const { id } = await callerAs(db, employee).workLog.save({
    note: 'A private note',
    time: { kind: 'duration', date: '2026-03-02', duration: '1h' },
  })
  await db
    .updateTable('time_entries')
    .set({ agency_id: null, employee_id: null, user_id: owner.userId })
    .where('id', '=', id)
    .execute()
}

/** A partly paid invoice from a supplier to a person. */
async function addBillTo(db: Db, { owner, client }: TestAgency, { userId }: { userId: string }) {
  const api = callerAs(db, owner)
  const invoice = await sendInvoiceTo(api, client.clientId)
  const { id: payment } = await api.payments.recordManual({
    invoice_id: invoice,
    method: 'bank',
    amount: 100_000,
    request_id: crypto.randomUUID(),
  })
  const toPerson = { agency_id: null, client_id: null, payer_user_id: userId }
  await db
    .updateTable('invoices')
    .set({ ...toPerson, issuer: 'supplier' })
    .where('id', '=', invoice)
    .execute()
  await db
    .updateTable('payments')
    .set({ ...toPerson, payee: 'supplier' })
    .where('id', '=', payment)
    .execute()
  return { invoice, payment }
}

test('a view as an agency shows what its owner has read and leaves it unread', async () => {
  const { db, project, browser, ownBrowser } = await setUp()
  const [viewing, own] = [await browser.api(), await ownBrowser.api()]
  const before = await shown(own, project.id)
  expect(before.unreadMessages).toBe(1)
  expect(await shown(viewing, project.id)).toEqual(before)
  const { user } = await viewing.auth.session()
  const { user: owner } = await own.auth.session()
  expect(user).toEqual({ ...owner, viewing_as: true })

  for (const refused of [
    viewing.messages.markRead({ project_id: project.id }),
    viewing.notifications.markAllRead(),
    viewing.messages.send({ project_id: project.id, content: 'As you' }),
    viewing.quickTasks.add({ text: 'As you' }),
  ]) {
    await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
  expect(await shown(own, project.id)).toEqual(before)
  const marks = await db.selectFrom('message_marks').select(['user_id']).execute()
  expect(new Set(marks.map((mark) => mark.user_id)).size).toBe(2)
})

test('a view shows nothing personal of the owner or the viewer', async () => {
  const { db, world, browser, ownBrowser } = await setUp()
  const [viewing, own] = [await browser.api(), await ownBrowser.api()]
  await callerAs(db, world.admin).quickTasks.add({ text: 'Call the provider' })
  await addPrivateTime(db, world.home)
  expect(await personal(own)).toMatchObject({
    quickTasks: [{ title: 'Call Priya' }],
    counters: { pending: 1 },
    recent: [{ title: 'Call Priya' }],
    unreadBell: 1,
    views: ['Shared', 'Mine'],
    hours: ['A private note'],
  })
  expect(await personal(viewing)).toEqual({
    quickTasks: [],
    counters: { pending: 0, completed: 0, overdue: 0, today: 0 },
    recent: [],
    bell: [],
    unreadBell: 0,
    views: ['Shared'],
    hours: [],
  })
  const { id } = (await own.quickTasks.list({ view: 'upcoming' })).items[0] ?? { id: '' }
  await expect(viewing.quickTasks.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a view lists what its owner owes and paid, and nothing of the viewer', async () => {
  const { db, world, browser, ownBrowser } = await setUp()
  const { home, admin } = world
  const bills = [await addBillTo(db, home, home.owner), await addBillTo(db, home, admin)] as const
  const [viewing, own] = [await browser.api(), await ownBrowser.api()]
  const money = async (api: Caller) => ({
    invoices: (await api.invoices.list({ side: 'received' })).items.map((invoice) => invoice.id),
    summary: await api.invoices.summary(),
    payments: (await api.payments.list({})).items.map((payment) => payment.id),
  })
  expect(await money(own)).toMatchObject({
    invoices: [bills[0].invoice],
    summary: { received: [{ outstanding: 260_000 }] },
    payments: [bills[0].payment],
  })
  expect(await money(viewing)).toEqual(await money(own))
  await expect(viewing.invoices.get({ id: bills[1].invoice })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test("a view gives no access to the owner's tokens, cards, calendar link or sessions, and ends", async () => {
  const { db, world, browser, ownBrowser } = await setUp()
  const { home, admin } = world
  const own = await ownBrowser.api()
  await db
    .insertInto('api_tokens')
    .values({
      id: crypto.randomUUID(),
      user_id: home.owner.userId,
      name: 'Mine',
      token_hash: 'hash',
      hint: 'abcd',
      scopes: 'tasks:read',
      created_at: TEST_NOW.toISOString(),
      expires_at: '2027-01-01T00:00:00.000Z',
      last_used_at: null,
      last_used_over: null,
    })
    .execute()
  expect(await own.apiTokens.list()).toHaveLength(1)
  const viewing = await browser.api()
  expect(await viewing.apiTokens.list()).toEqual([])
  expect(await viewing.payments.cards()).toEqual([])
  expect(await viewing.schedule.feed()).toMatchObject({ active: false })
  expect(await viewing.settings.get()).toMatchObject({ profile: { email: home.owner.email } })
  await viewing.agencies.endViewAs()
  const back = await browser.api()
  expect((await back.auth.session()).user).toMatchObject({ user_id: admin.userId, viewing_as: false })
  expect(await back.messages.unreadCount()).toBe(0)
})
