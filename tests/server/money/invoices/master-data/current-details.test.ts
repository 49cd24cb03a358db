import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { writeRecurringInvoices } from '#server/money/invoices/recurring/commands/write-recurring.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor } from '#tests/support/money/money.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
  const { agencyId, client } = world.home
  const at = '2026-01-01T00:00:00.000Z'
  await db
    .insertInto('billing_profiles')
    .values({ agency_id: agencyId, ...SELLER[0], version: 1, updated_at: at })
    .execute()
  await db.updateTable('clients').set(BUYER[0]).where('id', '=', client.clientId).execute()
  await quote('1.25')
})

const details = (of: string) => ({ address: `${of} Street 1`, tax_id: `DE-${of}`, city: of })
const bank = (of: string) => ({ iban: `DE00 ${of}`, account_holder: of, bic: of.toUpperCase() })
const both = <Of>(made: (of: string) => Of): [Of, Of] => [made('Old'), made('New')]
const SELLER = both((of) => ({
  ...details(of),
  ...bank(of),
  legal_name: `${of} GmbH`,
  email: `${of}@s.test`,
}))
const BUYER = both((of) => ({
  ...details(of),
  name: `${of} client`,
  company: `${of} Ltd`,
  email: `${of}@b.test`,
}))

const asOwner = () => callerAs(db, world.home.owner)

const content = () => ({ ...draftFor(world.home.client.clientId), currency: 'EUR' })

/** Dollars, the agency's currency, per euro. */
async function quote(per_euro: string) {
  await db.deleteFrom('exchange_rates').execute()
  await db
    .insertInto('exchange_rates')
    .values({ currency: 'USD', quoted_on: '2026-03-02', per_euro })
    .execute()
}

/** All data that drafts and plans take from elsewhere. */
async function changeAll() {
  const { agencyId, client } = world.home
  await db.updateTable('agencies').set({ name: 'New Agency' }).where('id', '=', agencyId).execute()
  await db.updateTable('billing_profiles').set(SELLER[1]).where('agency_id', '=', agencyId).execute()
  await db.updateTable('clients').set(BUYER[1]).where('id', '=', client.clientId).execute()
  await quote('1.50')
}

async function expectNew(id: string) {
  const { parties, clientName, issuer_name, booking } = await asOwner().invoices.get({ id })
  expect({ parties, clientName, issuer_name, booking }).toMatchObject({
    parties: {
      seller: { ...details('New'), name: 'New Agency', company: 'New GmbH', email: 'New@s.test' },
      buyer: { ...details('New'), name: 'New client', company: 'New Ltd', email: 'New@b.test' },
      bank: bank('New'),
    },
    clientName: 'New client',
    issuer_name: 'New Agency',
    booking: { rate: '1.5', source: 'table' },
  })
  const mails = await db.selectFrom('mail_outbox').select(['recipient', 'subject', 'text']).execute()
  expect(mails.map((mail) => mail.recipient)).toContain('New@b.test')
  expect(JSON.stringify(mails)).not.toContain('Home Agency')
}

test('a draft is sent with the details current on that day, not with those at the time it was created', async () => {
  const { id } = await asOwner().invoices.save(content())
  await changeAll()
  expect((await asOwner().invoices.mailDraft({ id })).body).toContain('New Agency')
  await asOwner().invoices.send({ id })
  await expectNew(id)
})

test('a recurring invoice is also sent with the current details', async () => {
  const { due_date: _due, ...plan } = content()
  await asOwner().invoices.saveRecurring({ ...plan, frequency: 'monthly', starts_on: '2026-03-10' })
  await changeAll()
  await writeRecurringInvoices(ctxFor(testServices(db), null, new Date('2026-03-10T12:00:00Z')))
  const [sent] = (await asOwner().invoices.list({})).items
  await expectNew(sent?.id ?? '')
})

test('an exchange rate entered on a draft stays, and the send dialog shows the current one', async () => {
  const { id } = await asOwner().invoices.save({ ...content(), booking_rate: '1.25' })
  const note = async () => (await asOwner().invoices.sendingNotes({ id })).exchange_rate
  expect(await note()).toBeNull()
  await quote('1.50')
  expect(await note()).toEqual({ entered: '1.25', table: '1.5', quoted_on: '2026-03-02' })
  await asOwner().invoices.send({ id })
  expect(await note()).toBeNull()
})
