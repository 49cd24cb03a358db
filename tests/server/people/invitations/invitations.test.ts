import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import type { InvitationCreateInput } from '#shared/people/schemas/invitations.ts'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { setPassword } from '#tests/support/passwords.ts'
import { mailedToken, openBrowser } from '#tests/support/servers/browser.ts'
import { addContributor, createWorld } from '#tests/support/world.ts'

const EMAIL = 'nora@example.test'
const PASSWORD = 'quiet-harbour-7'
const NEWCOMER = { name: 'Nora New', password: PASSWORD }
const daysLater = (days: number) => ({ now: new Date(TEST_NOW.getTime() + days * 86_400_000) })

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const invite = async (input: Partial<InvitationCreateInput> = {}) => {
    const invitation = await owner.invitations.create({ email: EMAIL, role: 'employee', ...input })
    return { invitation, token: await mailedToken(db, invitation.email, 'invitation') }
  }
  const signIn = async (person: SeedPerson) => {
    await setPassword(db, PASSWORD, [person.userId])
    const browser = openBrowser(db)
    await (await browser.api()).auth.signIn({ email: person.email, password: PASSWORD })
    return browser
  }
  const clearMails = () => db.deleteFrom('mail_outbox').execute()
  return { db, world, owner, invite, signIn, clearMails }
}

test('the link names the agency and creates an account that is signed in immediately', async () => {
  const { db, world, invite, owner } = await setUp()
  const { token } = await invite()
  const browser = openBrowser(db, { config: { requireEmailVerification: true } })
  expect(await (await browser.api()).invitations.get({ token })).toEqual({
    agency_name: 'Home Agency',
    brand: { logo: null, accent: null },
    email: EMAIL,
    role: 'employee',
    name: null,
    has_account: false,
  })
  await (await browser.api()).invitations.accept({ token, ...NEWCOMER })
  const { user } = await (await browser.api()).auth.session()
  expect(user).toMatchObject({
    email: EMAIL,
    name: 'Nora New',
    role: 'employee',
    agency_id: world.home.agencyId,
  })
  const { items } = await owner.employees.list({ search: 'Nora New' })
  expect(items.map((employee) => employee.id)).toEqual([user?.employee_id])
  expect((await owner.invitations.list({})).items.map((item) => item.status)).toEqual(['accepted'])
  const [news] = await db.selectFrom('notifications').select(['user_id', 'title']).execute()
  expect(news).toEqual({ user_id: world.home.owner.userId, title: 'Nora New accepted your invitation' })
})

test('the owner sees each of the people who joined at almost the same time', async () => {
  const { db, owner, invite } = await setUp()
  for (const name of ['Nora New', 'Otto Other']) {
    const { token } = await invite({ email: `${name.slice(0, 4).toLowerCase()}@example.test` })
    await (await openBrowser(db).api()).invitations.accept({ token, ...NEWCOMER, name })
  }
  const news = (await owner.notifications.list({})).items.map(({ title }) => title)
  expect(news.toSorted()).toEqual([
    'Nora New accepted your invitation',
    'Otto Other accepted your invitation',
  ])
})

test('a client invited to their company represents that company', async () => {
  const { db, world, invite } = await setUp()
  const { clientId } = world.home.client
  const { token } = await invite({ role: 'client', client_id: clientId })
  const browser = openBrowser(db)
  await (await browser.api()).invitations.accept({ token, ...NEWCOMER })
  expect((await (await browser.api()).auth.session()).user).toMatchObject({
    role: 'client',
    client_id: clientId,
  })
})

test('the link shows a name only if the invited address is the one on record', async () => {
  const { db, world, invite } = await setUp()
  const { clientId } = world.home.client
  const email = 'known@client.test'
  const { name } = await db
    .updateTable('clients')
    .set({ email })
    .where('id', '=', clientId)
    .returning('name')
    .executeTakeFirstOrThrow()
  const nameOn = async ({ token }: { token: string }) =>
    (await (await openBrowser(db).api()).invitations.get({ token })).name
  expect(await nameOn(await invite({ role: 'client', client_id: clientId }))).toBeNull()
  expect(await nameOn(await invite({ email, role: 'client', client_id: clientId }))).toBe(name)
})

test('someone without an agency joins with their account in a new session', async () => {
  const { world, invite, signIn } = await setUp()
  const browser = await signIn(world.waitingClient)
  const before = browser.cookie
  const { token } = await invite({ email: world.waitingClient.email, role: 'employee' })
  expect((await (await browser.api()).invitations.get({ token })).has_account).toBe(true)
  await (await browser.api()).invitations.accept({ token })
  expect(browser.cookie).not.toBe(before)
  expect((await (await browser.api()).auth.session()).user).toMatchObject({
    user_id: world.waitingClient.userId,
    role: 'employee',
    agency_id: world.home.agencyId,
  })
})

test('an invitation is bound to its email address', async () => {
  const { db, world, invite, signIn } = await setUp()
  const { token } = await invite({ email: world.waitingClient.email })
  const other = await signIn(world.waitingEmployee)
  for (const browser of [other, openBrowser(db)])
    for (const [given, reason] of [
      [{}, 'sign_in_first'],
      [{ password: 'not hers' }, 'wrong_credentials'],
    ] as const)
      await expect((await browser.api()).invitations.accept({ token, ...given })).rejects.toMatchObject({
        code: 'UNAUTHORIZED',
        cause: { details: { reason } },
      })
  const { token: again } = await invite({ email: 'someone@example.test' })
  await (await other.api()).invitations.accept({ token: again, ...NEWCOMER })
  expect((await (await other.api()).auth.session()).user?.email).toBe('someone@example.test')
})

test("a contributor's earlier account loses access when another one joins", async () => {
  const { db, world, owner, invite, signIn } = await setUp()
  const { email, employeeId: employee_id, name } = world.home.employee
  const former = await signIn(world.home.employee)
  const colleague = await signIn(await addContributor(db, world.home.agencyId, 'Second Employee'))
  const { invitation, token } = await invite({ employee_id })
  expect(invitation.replaces_email).toBe(email)
  expect((await invite({ email: 'other@example.test' })).invitation.replaces_email).toBeNull()
  expect((await (await former.api()).auth.session()).user).toMatchObject({ employee_id })

  const browser = openBrowser(db)
  await (await browser.api()).invitations.accept({ token, ...NEWCOMER })
  expect((await (await browser.api()).auth.session()).user).toMatchObject({ employee_id })
  expect((await (await former.api()).auth.session()).user).toBeNull()
  expect((await (await colleague.api()).auth.session()).user).toMatchObject({ name: 'Second Employee' })
  const again = await signIn(world.home.employee)
  expect((await (await again.api()).auth.session()).user).toMatchObject({
    agency_id: null,
    employee_id: null,
  })
  expect(await owner.employees.get({ id: employee_id })).toMatchObject({ name, account_email: EMAIL })
  const { items } = await owner.audit.list({ action: 'member.removed' })
  expect(items).toMatchObject([
    { actor_name: 'Nora New', detail: `${email} is no longer a contributor of the agency` },
  ])
  const { invitation: next } = await invite({ email: 'third@example.test', employee_id })
  expect(next.replaces_email).toBe(EMAIL)
})

test('an invitation by address only replaces the account of the contributor with the address', async () => {
  const { world, owner, invite } = await setUp()
  const { employeeId: id, email } = world.home.employee
  const { name, role, hourly_rate, performance_score, skills } = await owner.employees.get({ id })
  await owner.employees.save({ id, name, role, hourly_rate, performance_score, skills, email: EMAIL })
  expect((await invite()).invitation.replaces_email).toBe(email)
})

test("people can't be moved out of another agency", async () => {
  const { world, invite, signIn } = await setUp()
  const { token } = await invite({ email: world.foreign.employee.email })
  const browser = await signIn(world.foreign.employee)
  await expect((await browser.api()).invitations.accept({ token })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect((await (await browser.api()).auth.session()).user?.agency_id).toBe(world.foreign.agencyId)
})

test('a link works once, also concurrently, for seven days', async () => {
  const { db, invite, clearMails } = await setUp()
  const { token } = await invite()
  const api = await openBrowser(db).api()
  const uses = await Promise.allSettled([1, 2].map(() => api.invitations.accept({ token, ...NEWCOMER })))
  expect(uses.map((use) => use.status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(api.invitations.get({ token })).rejects.toMatchObject({ code: 'NOT_FOUND' })

  await clearMails()
  const { token: late } = await invite({ email: 'late@example.test' })
  const lateApi = await openBrowser(db).api(daysLater(7))
  await expect(lateApi.invitations.accept({ token: late, ...NEWCOMER })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test("revoked and replaced links don't work, a resent one does", async () => {
  const { db, owner, invite, clearMails } = await setUp()
  const { invitation, token } = await invite()
  await clearMails()
  await owner.invitations.resend({ id: invitation.id })
  const resent = await mailedToken(db, EMAIL, 'invitation')
  const api = await openBrowser(db).api()
  await expect(api.invitations.get({ token })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await api.invitations.get({ token: resent })).email).toBe(EMAIL)

  await clearMails()
  const { token: replacing } = await invite()
  await expect(api.invitations.get({ token: resent })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const open = (await owner.invitations.list({})).items.find((item) => item.status === 'pending')
  expect(await owner.invitations.revoke({ id: open?.id ?? '' })).toMatchObject({ status: 'revoked' })
  await expect(api.invitations.get({ token: replacing })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(owner.invitations.resend({ id: open?.id ?? '' })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('the list covers one client, one contributor or all open invitations', async () => {
  const { world, owner, invite } = await setUp()
  const { clientId } = world.home.client
  const { invitation } = await invite({ role: 'client', client_id: clientId })
  const { invitation: other } = await invite({ email: 'other@example.test' })
  const emailsOf = async (filters: Parameters<typeof owner.invitations.list>[0]) =>
    (await owner.invitations.list(filters)).items.map((item) => item.email).sort()
  expect(await emailsOf({ client_id: clientId })).toEqual([EMAIL])
  expect(await emailsOf({ employee_id: world.home.employee.employeeId })).toEqual([])
  expect(await emailsOf({ role: 'employee' })).toEqual(['other@example.test'])
  expect(await emailsOf({ open: true })).toEqual([EMAIL, 'other@example.test'])
  await owner.invitations.revoke({ id: other.id })
  expect(await emailsOf({ open: true })).toEqual([invitation.email])
})

test("members and clients without portal access can't be invited", async () => {
  const { db, world, invite } = await setUp()
  await expect(invite({ email: world.home.employee.email })).rejects.toMatchObject({ code: 'CONFLICT' })
  await db.updateTable('clients').set({ portal_access: 0 }).execute()
  await expect(invite({ role: 'client', client_id: world.home.client.clientId })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('a weak password leaves the invitation open', async () => {
  const { db, invite } = await setUp()
  const { token } = await invite()
  const api = await openBrowser(db).api()
  await expect(api.invitations.accept({ token, name: 'Nora', password: 'short' })).rejects.toMatchObject({
    cause: { details: { reason: 'weak_password' } },
  })
  await api.invitations.accept({ token, ...NEWCOMER })
})

test('the email names the agency and links to the public address', async () => {
  const { db, invite } = await setUp()
  const { token } = await invite()
  const mail = await db.selectFrom('mail_outbox').select(['subject', 'text']).executeTakeFirstOrThrow()
  expect(mail.subject).toBe('Home Agency invites you to Foyer')
  expect(mail.text).toContain(`http://localhost:3000/auth?invitation=${token}`)
  const rows = await db.selectFrom('invitations').select('token_hash').execute()
  expect(rows.map((row) => row.token_hash)).not.toContain(token)
})

test('inviting, revoking and joining are audited with the role', async () => {
  const { db, invite, owner } = await setUp()
  const { token } = await invite()
  await (await openBrowser(db).api()).invitations.accept({ token, ...NEWCOMER })
  const second = await invite({ email: 'second@example.test' })
  await owner.invitations.revoke({ id: second.invitation.id })
  const rows = (await owner.audit.list({})).items.map((entry) => [entry.action, entry.detail])
  expect(rows).toEqual(
    expect.arrayContaining([
      ['invitation.sent', `${EMAIL} was invited as a contributor`],
      ['member.joined', `${EMAIL} by invitation, with the role employee`],
      ['invitation.revoked', 'Invitation for second@example.test withdrawn'],
    ]),
  )
})

test("a contact's invitation ends when their address or permissions change, or they are removed", async () => {
  const { db, world, owner, invite } = await setUp()
  const { clientId: client_id } = world.home.client
  const fields = { client_id, name: 'Nora New', email: EMAIL, portal_access: true }
  const contact = await owner.clients.saveContact(fields)
  const changes = [
    () => owner.clients.saveContact({ ...fields, id: contact.id, can_see_billing: true }),
    () => owner.clients.saveContact({ ...fields, id: contact.id, can_see_projects: false }),
    () => owner.clients.saveContact({ ...fields, id: contact.id, email: 'nora.new@example.test' }),
    () => owner.clients.removeContact({ id: contact.id }),
  ]
  for (const change of changes) {
    await owner.clients.saveContact({ ...fields, id: contact.id })
    const { token } = await invite({ role: 'client', client_id })
    await change()
    const api = await openBrowser(db).api()
    await expect(api.invitations.accept({ token, ...NEWCOMER })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await db.deleteFrom('mail_outbox').execute()
  }
})

test("a client's open invitations end when it loses portal access or is archived", async () => {
  const { db, world, owner, invite } = await setUp()
  const { clientId: id } = world.home.client
  const { name, email } = await owner.clients.get({ id })
  const closings = [
    { close: () => owner.clients.setPortalAccess({ id, portal_access: false }) },
    { close: () => owner.clients.save({ id, name, email, portal_access: false }) },
    { close: () => owner.clients.setArchived({ id, archived: true }) },
  ]
  const elsewhere = await invite({ email: 'other@example.test', role: 'employee' })
  for (const { close } of closings) {
    await owner.clients.setPortalAccess({ id, portal_access: true })
    const { token, invitation } = await invite({ role: 'client', client_id: id })
    await close()
    const api = await openBrowser(db).api()
    await expect(api.invitations.accept({ token, ...NEWCOMER })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(owner.invitations.resend({ id: invitation.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await db.deleteFrom('mail_outbox').execute()
  }
  await (await openBrowser(db).api()).invitations.accept({ token: elsewhere.token, ...NEWCOMER })
})

test('an invitation without a record does not join a client without portal access', async () => {
  const { db, world, owner, invite } = await setUp()
  const { clientId: id } = world.home.client
  const { name } = await owner.clients.get({ id })
  await owner.clients.save({ id, name, email: EMAIL, portal_access: false })
  const { token } = await invite({ role: 'client' })
  const api = await openBrowser(db).api()
  await expect(api.invitations.accept({ token, ...NEWCOMER })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await db.selectFrom('users').select('id').where('email', '=', EMAIL).execute()).toEqual([])
})

test("a new phone number leaves a contact's invitation and permissions unchanged", async () => {
  const { db, world, owner, invite } = await setUp()
  const { clientId: client_id } = world.home.client
  const fields = { client_id, name: 'Nora New', email: EMAIL, portal_access: true, can_see_projects: false }
  const { id } = await owner.clients.saveContact(fields)
  const { token } = await invite({ role: 'client', client_id })
  await owner.clients.saveContact({ ...fields, id, phone: '+49 30 1234' })
  const browser = openBrowser(db)
  await (await browser.api()).invitations.accept({ token, ...NEWCOMER })
  const stored = await db.selectFrom('client_contacts').select(['id', 'user_id']).executeTakeFirstOrThrow()
  expect(stored).toEqual({ id, user_id: expect.any(String) })
})

test('an invitation for a contact never gives access to the whole company', async () => {
  const { db, world, owner, invite } = await setUp()
  const { clientId: client_id } = world.home.client
  await owner.clients.saveContact({ client_id, name: 'Nora New', email: EMAIL, portal_access: true })
  const { token } = await invite({ role: 'client', client_id })
  // As if the address had been changed without the agency's knowledge.
  await db.updateTable('client_contacts').set({ email: 'other@example.test' }).execute()
  const api = await openBrowser(db).api()
  await expect(api.invitations.accept({ token, ...NEWCOMER })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await db.selectFrom('users').select('id').where('email', '=', EMAIL).execute()).toEqual([])
})

test("correcting a client's or contributor's address ends the invitation to the wrong one", async () => {
  const { db, world, owner, invite } = await setUp()
  const { clientId: client_id } = world.home.client
  const { employeeId: employee_id } = world.home.employee
  const client = await owner.clients.get({ id: client_id })
  const employee = await owner.employees.get({ id: employee_id })
  await owner.clients.save({ id: client_id, name: client.name, email: EMAIL, version: client.version })
  const first = await invite({ role: 'client', client_id })
  await owner.clients.save({ id: client_id, name: client.name, email: 'right@example.test' })
  const { name, role } = employee
  await owner.employees.save({ id: employee_id, name, role, email: 'nils@example.test' })
  const second = await invite({ email: 'nils@example.test', role: 'employee', employee_id })
  await owner.employees.save({ id: employee_id, name, role, email: 'right@example.test' })
  const api = await openBrowser(db).api()
  for (const { token } of [first, second])
    await expect(api.invitations.accept({ token, ...NEWCOMER })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test("an invitation to a suspended agency doesn't work until it is resumed", async () => {
  const { db, world, invite } = await setUp()
  const { token } = await invite()
  const api = await openBrowser(db).api()
  const suspend = (suspended_at: string | null) =>
    db.updateTable('agencies').set({ suspended_at }).where('id', '=', world.home.agencyId).execute()
  await suspend(TEST_NOW.toISOString())
  await expect(api.invitations.get({ token })).rejects.toThrow()
  await expect(api.invitations.accept({ token, ...NEWCOMER })).rejects.toThrow()
  await suspend(null)
  expect(await api.invitations.get({ token })).toMatchObject({ agency_name: 'Home Agency' })
})
