import { expect, test } from 'vitest'
import { unsubscribe } from '#server/reactions/notifications/commands/save-preferences.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { setPassword } from '#tests/support/passwords.ts'
import { mailedToken, openBrowser } from '#tests/support/servers/browser.ts'
import { addProject } from '#tests/support/work.ts'
import { addContact, createWorld } from '#tests/support/world.ts'

const PASSWORD = 'correct horse'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  await setPassword(db, PASSWORD)
  return { db, world, owner: callerAs(db, world.home.owner) }
}

async function signedIn(db: Awaited<ReturnType<typeof setUp>>['db'], email: string) {
  const browser = openBrowser(db)
  await (await browser.api()).auth.signIn({ email, password: PASSWORD })
  return browser
}

test('settings load the profile with first and last name and the specified defaults', async () => {
  const { owner } = await setUp()
  expect(await owner.settings.get()).toEqual({
    profile: {
      name: 'Home Owner',
      first_name: 'Home',
      last_name: 'Owner',
      email: 'home.owner@example.test',
      company: null,
      avatar: null,
      pending_email: null,
      email_confirmed: true,
    },
    preferences: {
      theme: 'system',
      compact: false,
      locale: null,
      timezone: null,
      week_start: 'monday',
      email_notifications: true,
    },
    agency: {
      name: 'Home Agency',
      timezone: 'Europe/Berlin',
      currency: 'USD',
      logo: null,
      accent: null,
      invoice_details: null,
      next_invoice_number: 1001,
      version: 1,
      writable: true,
    },
    security: { two_factor: false, recovery_codes_left: 0 },
    rates: { billing_rate: null, cost_rate: null },
    auto_backup: true,
  })
})

test('preferences are saved individually; turning emails off stops notification emails', async () => {
  const { owner } = await setUp()
  await owner.settings.savePreferences({ theme: 'dark', timezone: 'Asia/Tokyo' })
  await owner.settings.savePreferences({ email_notifications: false })
  expect((await owner.settings.get()).preferences).toMatchObject({
    theme: 'dark',
    timezone: 'Asia/Tokyo',
    email_notifications: false,
  })
  expect((await owner.notifications.preferences()).delivery).toBe('off')
  await expect(owner.settings.savePreferences({ timezone: 'Mars/Base' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('emails that are turned on again come as often as before', async () => {
  const { db, owner } = await setUp()
  const turn = async (on: boolean) => {
    await owner.settings.savePreferences({ email_notifications: on })
    return (await owner.notifications.preferences()).delivery
  }
  expect([await turn(false), await turn(true)]).toEqual(['off', 'instant'])
  await owner.notifications.savePreferences({ delivery: 'daily', events: [] })
  expect([await turn(false), await turn(true)]).toEqual(['off', 'daily'])
  await owner.notifications.savePreferences({ delivery: 'off', events: [] })
  expect(await turn(true)).toBe('daily')
  const { unsubscribe_token } = await db
    .selectFrom('notification_mail_settings')
    .select('unsubscribe_token')
    .executeTakeFirstOrThrow()
  await unsubscribe(ctxFor(db, null), unsubscribe_token)
  expect(await turn(true)).toBe('daily')
})

test('only time zones that all browsers support are stored; one stored before stays', async () => {
  const { db, world, owner } = await setUp()
  const refused = {
    code: 'BAD_REQUEST',
    cause: {
      details: { fields: { timezone: 'Choose a time zone by its city, such as Europe/Berlin, or UTC.' } },
    },
  }
  const { agency } = await owner.settings.get()
  if (agency === null) throw new Error('No agency')
  const card = {
    name: agency.name,
    currency: agency.currency,
    invoice_details: null,
    version: agency.version,
  }
  for (const timezone of ['CET', 'EST5EDT']) {
    await expect(owner.settings.savePreferences({ timezone })).rejects.toMatchObject(refused)
    await expect(owner.settings.saveAgency({ ...card, timezone })).rejects.toMatchObject(refused)
  }
  await db.updateTable('agencies').set({ timezone: 'CET' }).where('id', '=', world.home.agencyId).execute()
  await owner.settings.saveAgency({ ...card, timezone: 'CET' })
  await owner.settings.savePreferences({ timezone: 'UTC' })
  await db.updateTable('user_preferences').set({ timezone: 'CET' }).execute()
  await owner.settings.savePreferences({ timezone: 'CET' })
})

test('preferences changed concurrently in two tabs are both saved', async () => {
  const { owner } = await setUp()
  await owner.settings.savePreferences({ compact: true })
  await Promise.all([
    owner.settings.savePreferences({ timezone: 'Asia/Tokyo' }),
    owner.settings.savePreferences({ week_start: 'sunday' }),
    owner.settings.savePreferences({ theme: 'dark' }),
  ])
  expect((await owner.settings.get()).preferences).toMatchObject({
    theme: 'dark',
    compact: true,
    timezone: 'Asia/Tokyo',
    week_start: 'sunday',
  })
})

test('the owner saves the agency card, visible to the platform; a second tab gets a conflict', async () => {
  const { db, world, owner } = await setUp()
  const card = {
    name: 'Renamed',
    timezone: 'America/New_York',
    currency: 'USD',
    invoice_details: 'VAT 1',
    version: 1,
  }
  expect(await owner.settings.saveAgency({ ...card, next_invoice_number: 2000 })).toMatchObject({
    name: 'Renamed',
    currency: 'USD',
    next_invoice_number: 2000,
    version: 2,
  })
  expect((await callerAs(db, world.admin).agencies.list({ search: 'renamed' })).total).toBe(1)
  await expect(owner.settings.saveAgency(card)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(owner.settings.saveAgency({ ...card, version: 2, next_invoice_number: 1999 })).rejects.toThrow(
    'cannot be below 2000',
  )
})

test('the password can only be changed with the current one, and other sessions end', async () => {
  const { db, world } = await setUp()
  const { email } = world.home.owner
  const here = await signedIn(db, email)
  const there = await signedIn(db, email)
  const change = async (current_password: string) =>
    (await here.api()).settings.changePassword({ current_password, password: 'quiet-harbour-7' })
  await expect(change('wrong')).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: { details: { title: 'Password Update Failed' } },
  })
  await change(PASSWORD)
  expect((await (await there.api()).auth.session()).user).toBeNull()
  expect((await (await here.api()).auth.session()).user).not.toBeNull()
  await (await there.api()).auth.signIn({ email, password: 'quiet-harbour-7' })
  await expect(signedIn(db, email)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('sessions are listed with their device and ended individually, never those of others', async () => {
  const { db, world } = await setUp()
  const here = await signedIn(db, world.home.owner.email)
  const there = await signedIn(db, world.home.owner.email)
  const foreign = await signedIn(db, world.foreign.owner.email)
  const [foreignSession] = await (await foreign.api()).settings.sessions()
  const sessions = await (await here.api()).settings.sessions()
  expect(sessions).toHaveLength(2)
  expect(sessions.filter((session) => session.current)).toHaveLength(1)
  const other = sessions.find((session) => !session.current)
  await (await here.api()).settings.revokeSession({ id: other?.id ?? '' })
  expect((await (await there.api()).auth.session()).user).toBeNull()
  await expect(
    (await here.api()).settings.revokeSession({ id: foreignSession?.id ?? '' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a new email takes effect once its link is opened', async () => {
  const { db, world } = await setUp()
  const browser = await signedIn(db, world.home.owner.email)
  const email = 'renamed@example.test'
  await (await browser.api()).settings.requestEmailChange({ email, password: PASSWORD })
  expect((await (await browser.api()).settings.get()).profile).toMatchObject({
    email: 'home.owner@example.test',
    pending_email: email,
  })
  const token = await mailedToken(db, email, 'email_token')
  await (await browser.api()).settings.confirmEmailChange({ token })
  expect((await (await signedIn(db, email)).api()).settings).toBeDefined()
  await expect((await browser.api()).settings.confirmEmailChange({ token })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  const taken = world.foreign.owner.email
  await expect(
    (await browser.api()).settings.requestEmailChange({ email: taken, password: PASSWORD }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('the link for a new email works only for its own account and stays valid until then', async () => {
  const { db, world } = await setUp()
  const browser = await signedIn(db, world.home.owner.email)
  const email = 'renamed@example.test'
  await (await browser.api()).settings.requestEmailChange({ email, password: PASSWORD })
  const token = await mailedToken(db, email, 'email_token')
  await expect((await openBrowser(db).api()).settings.confirmEmailChange({ token })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  const other = await signedIn(db, world.home.employee.email)
  await expect((await other.api()).settings.confirmEmailChange({ token })).rejects.toThrow(
    'This link belongs to another account.',
  )
  const late = (await browser.api({ now: new Date(TEST_NOW.getTime() + 25 * 3_600_000) })).settings
  await expect(late.confirmEmailChange({ token })).rejects.toThrow('has expired')
  expect(await (await browser.api()).settings.confirmEmailChange({ token })).toEqual({ email })
})

test("a user's data is exported as JSON without secrets", async () => {
  const { db, world } = await setUp()
  const project = await addProject(db, world.home)
  await callerAs(db, world.home.employee).messages.send({ project_id: project.id, content: 'Mine' })
  await callerAs(db, world.home.owner).messages.send({ project_id: project.id, content: 'Not mine' })
  const { json } = await callerAs(db, world.home.employee).settings.exportData()
  const data = JSON.parse(json)
  expect(data.account.email).toBe(world.home.employee.email)
  expect(data.messages.map((message: { content: string }) => message.content)).toEqual(['Mine'])
  expect(json).not.toContain('password')
})

test.for([
  ['owner', ['billing_rate', 'cost_rate']],
  ['employee', ['cost_rate']],
  ['client', []],
] as const)('exported hours include the rates that %s may see', async ([role, rates]) => {
  const { db, world } = await setUp()
  const caller = callerAs(db, world.home[role])
  await caller.workLog.save({ time: { kind: 'duration', date: '2026-03-04', duration: '1h' } })
  const { time_entries } = JSON.parse((await caller.settings.exportData()).json)
  const named = Object.keys(time_entries[0]).filter((column) => column.endsWith('_rate'))
  expect(named).toEqual(rates)
})

test('the next invoice number is shown only to owners', async () => {
  const { db, world } = await setUp()
  const told = async (role: 'owner' | 'employee' | 'client') =>
    (await callerAs(db, world.home[role]).settings.get()).agency?.next_invoice_number
  expect([await told('owner'), await told('employee'), await told('client')]).toEqual([1001, null, null])
})

test('a deleted account is gone, and remaining records are anonymous', async () => {
  const { db, world } = await setUp()
  const { employee, owner } = world.home
  const project = await addProject(db, world.home)
  await callerAs(db, employee).messages.send({ project_id: project.id, content: 'Stays' })
  const browser = await signedIn(db, employee.email)
  const remove = async (confirm_email: string) =>
    (await browser.api()).settings.deleteAccount({ confirm_email, password: PASSWORD })
  await expect(remove('other@example.test')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await remove(employee.email)
  await expect(signedIn(db, employee.email)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const { items } = await callerAs(db, owner).messages.list({ project_id: project.id })
  expect(items.map(({ sender_name, content }) => [sender_name, content])).toEqual([['Deleted user', 'Stays']])
  const own = await signedIn(db, owner.email)
  await expect(
    (await own.api()).settings.deleteAccount({ confirm_email: owner.email, password: PASSWORD }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('people who deleted their account have none any more and can be invited again', async () => {
  const { db, world } = await setUp()
  const { employee, client } = world.home
  const contact = await addContact(db, client, 'Cleo Contact', { seesProjects: true, seesBilling: true })
  await setPassword(db, PASSWORD)
  const owner = callerAs(db, world.home.owner)
  const seen = async () => {
    const { portal_status, accounts, contacts } = await owner.clients.details({ id: client.clientId })
    const { portal_status: ofEmployee, user_id } = await owner.employees.get({ id: employee.employeeId })
    return { ofEmployee, user_id, ofClient: portal_status, accounts: accounts.length, contacts }
  }
  const active = { portal_status: 'active', account_email: contact.email }
  expect(await seen()).toMatchObject({
    ofEmployee: 'active',
    user_id: employee.userId,
    ofClient: 'active',
    accounts: 1,
    contacts: [active],
  })
  for (const { email } of [employee, client, contact]) {
    const api = await (await signedIn(db, email)).api()
    await api.settings.deleteAccount({ confirm_email: email, password: PASSWORD })
  }
  const none = { portal_status: 'none', account_email: null }
  expect(await seen()).toMatchObject({
    ofEmployee: 'none',
    user_id: null,
    ofClient: 'none',
    accounts: 0,
    contacts: [none],
  })
  const { clientId: client_id, email } = contact
  await owner.invitations.create({ role: 'client', client_id, email })
  const token = await mailedToken(db, email, 'invitation')
  const browser = openBrowser(db)
  await (await browser.api()).invitations.accept({ token, name: 'Cleo', password: PASSWORD })
  expect(await seen()).toMatchObject({ contacts: [active] })
})
