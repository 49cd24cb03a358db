import { sql } from 'kysely'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { renderReceiptPdf } from '#server/base/adapters/documents/documents.ts'
import { updateTable } from '#server/base/core/rows/rows.ts'
import { transact } from '#server/base/core/transaction.ts'
import { findPerson, toPerson } from '#server/identity/auth/accounts/queries/person.ts'
import { resolveSession } from '#server/identity/auth/gate.ts'
import { startSession } from '#server/identity/auth/sessions.ts'
import { linkContact } from '#server/people/clients/commands/link-contact.ts'
import { givePasswords, PASSWORD } from '#tests/support/api-tokens.ts'
import { callerAs, callerOf, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { upgradedFrom } from '#tests/support/databases/upgraded.ts'
import { card, draftFor } from '#tests/support/money/money.ts'
import { payLinkToken } from '#tests/support/money/pay-link.ts'
import { mailedToken, openBrowser } from '#tests/support/servers/browser.ts'
import { addClient, createWorld } from '#tests/support/world.ts'

/** Wanda accepted an invitation as an additional contact of the client, who has a project and an invoice. */
async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { agencyId, client } = world.home
  const owner = callerAs(db, world.home.owner)
  const services = testServices(db)
  await owner.projects.create({ name: 'Website', category: 'design', client: client.name })
  const invoice = await owner.invoices.save({
    client_id: client.clientId,
    title: 'Milestone',
    due_date: '2026-04-01',
    items: [{ description: 'Work', quantity: 1, rate: 10_000 }],
  })
  await owner.invoices.send({ id: invoice.id })
  const wanda = world.waitingClient
  const fields = { client_id: client.clientId, name: wanda.name, email: wanda.email, portal_access: true }
  const contact = await owner.clients.saveContact(fields)
  await transact(ctxFor(db, null), async (tx) => {
    await updateTable(tx, 'profiles')
      .set({ agency_id: agencyId, client_id: client.clientId })
      .where('user_id', '=', wanda.userId)
      .execute()
    const { userId, email } = wanda
    await linkContact(tx, { clientId: client.clientId, contactId: contact.id, email, userId })
  })
  const { cookie } = await startSession(services, wanda.userId, { short: false, ip: null, user_agent: null })
  return {
    db,
    world,
    owner,
    invoiceId: invoice.id,
    grant: (rights: { portal_access?: boolean; can_see_projects?: boolean; can_see_billing?: boolean }) =>
      owner.clients.saveContact({ ...fields, id: contact.id, ...rights }),
    /** Wanda's session at the next request; null if she is signed out. */
    wanda: async () => {
      const session = await resolveSession(services, cookie.split(';')[0])
      return session === null ? null : callerOf(session.ctx)
    },
  }
}

test("a contact's permissions apply from the next request", async () => {
  const { grant, wanda } = await setUp()
  const seen = async () => {
    const caller = await wanda()
    const [projects, invoices] = [await caller?.projects.list({}), await caller?.invoices.list({})]
    return { projects: projects?.items.length, invoices: invoices?.items.length }
  }
  expect(await seen()).toEqual({ projects: 1, invoices: 0 })
  await grant({ can_see_projects: false, can_see_billing: true })
  expect(await seen()).toEqual({ projects: 0, invoices: 1 })
  await grant({ can_see_projects: true, can_see_billing: true })
  expect(await seen()).toEqual({ projects: 1, invoices: 1 })
})

test('the receipt of someone who no longer sees the invoice has only their own payment', async () => {
  const { db, world, owner, grant, wanda } = await setUp()
  await grant({ can_see_billing: true })
  const { clientId } = world.home.client
  const { id: invoice_id } = await owner.invoices.save({ ...draftFor(clientId), part_minimum: 1000 })
  await owner.invoices.send({ id: invoice_id })
  const paid = await (await wanda())?.payments.payInvoice({ invoice_id, amount: 40_000, ...card() })
  const others = { invoice_id, amount: 50_000, ...card() }
  await callerAs(db, world.home.client).payments.payInvoice(others)
  const id = paid?.payment_id ?? ''
  const receipt = async () => (await (await wanda())?.payments.receipt({ id }))?.invoice
  expect(await receipt()).toMatchObject({ amount_due: 270_000, payments: [{}, {}] })

  await grant({ can_see_billing: false })
  const { amount_due, amount_applied, amount_credited, amount_written_off } = (await receipt()) ?? {}
  expect([amount_due, amount_applied, amount_credited, amount_written_off]).toEqual([null, null, null, null])
  expect((await receipt())?.payments).toMatchObject([{ amount: 40_000 }])
  const sheet = await callerAs(db, world.waitingClient).payments.receipt({ id })
  const { text } = await extractText(new Uint8Array(await renderReceiptPdf(sheet, null)), {
    mergePages: true,
  })
  expect(text).toContain('$400.00')
  for (const word of ['Still due', '500.00', '2,700.00']) expect(text).not.toContain(word)
  expect((await owner.payments.receipt({ id })).invoice).toMatchObject({ amount_due: 270_000 })
})

test('a contact who loses portal access is signed out immediately', async () => {
  const { grant, wanda } = await setUp()
  expect(await wanda()).not.toBeNull()
  await grant({ portal_access: false })
  expect(await wanda()).toBeNull()
})

test("contacts without access, or of a client without it, can't sign in", async () => {
  const { db, world, grant } = await setUp()
  await givePasswords(db)
  const { email } = world.waitingClient
  const signIn = async () => (await openBrowser(db).api()).auth.signIn({ email, password: PASSWORD })
  await signIn()
  await grant({ portal_access: false })
  const refused = { code: 'FORBIDDEN', cause: { details: { reason: 'access_disabled' } } }
  await expect(signIn()).rejects.toMatchObject(refused)
  await grant({ portal_access: true })
  await signIn()
  const { clientId: id } = world.home.client
  await db.updateTable('clients').set({ portal_access: 0 }).where('id', '=', id).execute()
  await expect(signIn()).rejects.toMatchObject(refused)
})

test("an archived client's people can't sign in until it is restored; pay links work", async () => {
  const { db, world, owner, wanda, invoiceId } = await setUp()
  const { clientId: id } = world.home.client
  const sibling = await addClient(db, world.home.agencyId, 'Sibling Client', 'Sibling Company')
  await givePasswords(db)
  const signIn = async ({ email }: { email: string }) =>
    (await openBrowser(db).api()).auth.signIn({ email, password: PASSWORD })
  await owner.clients.setArchived({ id, archived: true })
  expect(await wanda()).toBeNull()
  const refused = { code: 'FORBIDDEN', cause: { details: { reason: 'access_disabled' } } }
  for (const person of [world.home.client, world.waitingClient])
    await expect(signIn(person)).rejects.toMatchObject(refused)
  await expect(
    owner.invitations.create({ role: 'client', client_id: id, email: 'new@client.test' }),
  ).rejects.toThrow('Restore this client')
  const token = await payLinkToken(owner, invoiceId)
  await callerAs(db, null).payments.payByLink({ token, ...card() })
  await signIn(sibling)
  await owner.clients.setArchived({ id, archived: false })
  for (const person of [world.home.client, world.waitingClient]) await signIn(person)
})

test('a removed contact no longer belongs to any client', async () => {
  const { owner, grant, wanda } = await setUp()
  const { id } = await grant({})
  await owner.clients.removeContact({ id })
  expect(await wanda()).toBeNull()
})

/** An owner who invites people at the client, and those who accept, each in their own browser. */
async function setUpInvitations() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const { clientId: client_id } = world.home.client
  const invoice = await owner.invoices.save({
    client_id,
    title: 'Milestone',
    due_date: '2026-04-01',
    items: [{ description: 'Work', quantity: 1, rate: 10_000 }],
  })
  await owner.invoices.send({ id: invoice.id })
  const join = async (email: string) => {
    await db.deleteFrom('mail_outbox').execute()
    await owner.invitations.create({ role: 'client', client_id, email })
    const token = await mailedToken(db, email, 'invitation')
    const browser = openBrowser(db)
    await (await browser.api()).invitations.accept({ token, name: 'Anna', password: PASSWORD })
    const api = async () => browser.api()
    return { api, invoices: async () => (await (await api()).invoices.list({})).items.length }
  }
  const account = (email: string) =>
    db.selectFrom('profiles').select(['user_id', 'client_id']).where('email', '=', email).executeTakeFirst()
  return { db, world, owner, client_id, join, account }
}

const ANNA = { name: 'Anna', email: 'anna@client.test', portal_access: true }
const SIGNED_OUT = { code: 'UNAUTHORIZED' }

test("an account replaced by the contact's next one loses access", async () => {
  const { db, owner, client_id, join, account } = await setUpInvitations()
  await owner.clients.saveContact({ ...ANNA, client_id })
  const first = await join(ANNA.email)
  expect(await first.invoices()).toBe(0)
  const email = 'anna@home.test'
  await (await first.api()).settings.requestEmailChange({ email, password: PASSWORD })
  const token = await mailedToken(db, email, 'email_token')
  await (await first.api()).settings.confirmEmailChange({ token })
  const second = await join(ANNA.email)
  expect(await second.invoices()).toBe(0)
  await expect(first.invoices()).rejects.toMatchObject(SIGNED_OUT)
  expect(await account(email)).toMatchObject({ client_id: null })
})

test("the account of a contact's email has the contact's permissions", async () => {
  const { owner, client_id, join } = await setUpInvitations()
  const anna = await join(ANNA.email)
  expect(await anna.invoices()).toBe(1)
  const { id } = await owner.clients.saveContact({ ...ANNA, client_id })
  expect(await anna.invoices()).toBe(0)
  await owner.clients.saveContact({ ...ANNA, client_id, id, portal_access: false })
  await expect(anna.invoices()).rejects.toMatchObject(SIGNED_OUT)
  await owner.clients.removeContact({ id })
  expect(await owner.clients.details({ id: client_id })).toMatchObject({ contacts: [], accounts: [{}] })
})

test('a contact added without portal access is signed out', async () => {
  const { owner, client_id, join, account } = await setUpInvitations()
  const anna = await join(ANNA.email)
  const { id } = await owner.clients.saveContact({ ...ANNA, client_id, portal_access: false })
  await expect(anna.invoices()).rejects.toMatchObject(SIGNED_OUT)
  await owner.clients.removeContact({ id })
  expect(await account(ANNA.email)).toMatchObject({ client_id: null })
})

test("an account no longer has the permissions of a contact whose email became a successor's", async () => {
  const { owner, client_id, join, account } = await setUpInvitations()
  const { id } = await owner.clients.saveContact({ ...ANNA, client_id })
  const anna = await join(ANNA.email)
  const bert = { ...ANNA, client_id, id, name: 'Bert', email: 'bert@client.test' }
  expect(await owner.clients.saveContact(bert)).toMatchObject({ portal_status: 'none', account_email: null })
  await expect(anna.invoices()).rejects.toMatchObject(SIGNED_OUT)
  expect(await account(ANNA.email)).toMatchObject({ client_id: null })
  expect(await (await join(bert.email)).invoices()).toBe(0)
})

test('a contact whose email follows that of their account remains signed in', async () => {
  const { db, owner, client_id, join, account } = await setUpInvitations()
  const { id } = await owner.clients.saveContact({ ...ANNA, client_id })
  const anna = await join(ANNA.email)
  const email = 'anna@home.test'
  await (await anna.api()).settings.requestEmailChange({ email, password: PASSWORD })
  const token = await mailedToken(db, email, 'email_token')
  await (await anna.api()).settings.confirmEmailChange({ token })
  const { contacts } = await owner.clients.details({ id: client_id })
  expect(contacts).toMatchObject([{ email: ANNA.email, portal_status: 'active', account_email: email }])
  await owner.clients.saveContact({ ...ANNA, client_id, id, email })
  expect(await anna.invoices()).toBe(0)
  expect(await account(email)).toMatchObject({ client_id })
})

test("a client's accounts without a contact are listed, and only its agency can remove them", async () => {
  const { db, world, owner, client_id, join, account } = await setUpInvitations()
  const { name, email } = world.home.client
  await owner.clients.saveContact({ ...ANNA, client_id })
  await join(ANNA.email)
  const other = await join('bert@client.test')
  await owner.clients.save({ id: client_id, name, email: 'office@client.test' })
  const { accounts } = await owner.clients.details({ id: client_id })
  expect(accounts.map((found) => found.email)).toEqual(['bert@client.test', email])
  const { user_id } = accounts[0] ?? { user_id: '' }
  const stranger = callerAs(db, world.foreign.owner)
  for (const remove of [
    () => stranger.clients.removeAccount({ user_id }),
    () => owner.clients.removeAccount({ user_id: world.home.employee.userId }),
    () => owner.clients.removeAccount({ user_id: world.foreign.client.userId }),
  ])
    await expect(remove()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await other.invoices()).toBe(1)
  await owner.clients.removeAccount({ user_id })
  await expect(other.invoices()).rejects.toMatchObject(SIGNED_OUT)
  expect(await account('bert@client.test')).toMatchObject({ client_id: null })
  expect((await owner.clients.details({ id: client_id })).accounts).toMatchObject([{ email }])
})

/** A contact's id, email and account, and the account that the client has under the email. */
const EARLIER_CONTACTS = [
  { id: 'k1', email: 'anna@client.test', user: null, profile: { id: 'anna', client: 'c' } },
  { id: 'k2', email: 'bert@client.test', user: null, profile: { id: 'bert', client: 'd' } },
  { id: 'k3', email: 'cleo@client.test', user: null, profile: null },
  { id: 'k4', email: 'dora@client.test', user: 'dora', profile: { id: 'dora', client: 'c' } },
]

test('the upgrade gives accounts the permissions of their contacts', async () => {
  const at = '2026-01-01T00:00:00.000Z'
  const db = await upgradedFrom('0161-paused-plans', async (old) => {
    for (const id of ['c', 'd'])
      await sql`insert into clients (agency_id, id, name, email, portal_access, version, created_at, updated_at)
        values ('a', ${id}, ${id}, ${`office@${id}.test`}, 1, 1, ${at}, ${at})`.execute(old)
    for (const { id, email, user, profile } of EARLIER_CONTACTS) {
      if (profile !== null) {
        await sql`insert into users (id, email, password_hash, created_at)
          values (${profile.id}, ${email}, '', ${at})`.execute(old)
        await sql`insert into profiles (id, user_id, email, name, role, agency_id, client_id, created_at, updated_at)
          values (${profile.id}, ${profile.id}, ${email}, 'Ann', 'client', 'a', ${profile.client}, ${at}, ${at})`.execute(
          old,
        )
      }
      await sql`insert into client_contacts (agency_id, id, client_id, name, email, portal_access, can_see_projects,
          can_see_billing, user_id, version, created_at, updated_at)
        values ('a', ${id}, 'c', 'Ann', ${email}, 1, 1, 0, ${user}, 1, ${at}, ${at})`.execute(old)
    }
  })
  const contacts = await db.selectFrom('client_contacts').select(['id', 'user_id']).orderBy('id').execute()
  expect(contacts.map(({ user_id }) => user_id)).toEqual(['anna', null, null, 'dora'])
  const anna = await findPerson(ctxFor(db, null), 'anna')
  expect(anna && toPerson(anna)).toMatchObject({ contact: { seesProjects: true, seesBilling: false } })
})
