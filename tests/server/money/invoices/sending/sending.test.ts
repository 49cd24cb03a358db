import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor, sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const HOME = 'home.client@example.test'

let db: Db
let world: World
let clientId: string

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
  clientId = world.home.client.clientId
})

const asOwner = () => callerAs(db, world.home.owner)
const draft = async () => (await asOwner().invoices.save(draftFor(clientId))).id
const mails = () =>
  db
    .selectFrom('mail_outbox')
    .select(['recipient', 'shown_to', 'shown_cc', 'subject', 'text'])
    .orderBy('recipient')
    .execute()
const historyOf = async (invoice_id: string) =>
  (await asOwner().activity.list({ invoice_id })).items.map(({ summary }) => summary)
const OWN = {
  to: ['Accounts@example.test'],
  cc: ['boss@example.test'],
  bcc: ['file@example.test'],
  subject: 'Your bill {number}',
  body: 'As agreed.\n\nPay {amount} at {link}',
}

test("a draft's email starts with the client, billing contacts and copies, and the agency's text", async () => {
  const contact = { client_id: clientId, name: 'Books', email: 'books@example.test', can_see_billing: true }
  await asOwner().clients.saveContact(contact)
  const { id, version, name, email } = await asOwner().clients.get({ id: clientId })
  await asOwner().clients.save({
    id,
    version,
    name,
    email,
    billing_cc: ['cfo@example.test'],
    billing_bcc: ['file@example.test'],
  })
  const invoice = await draft()
  expect(await asOwner().invoices.mailDraft({ id: invoice })).toEqual({
    to: [HOME, 'books@example.test'],
    cc: ['cfo@example.test'],
    bcc: ['file@example.test'],
    subject: 'Invoice {number} from Home Agency',
    body: `Home Agency sent you invoice {number} (“Milestone 2”) for $3,600.00 USD.

It is due on Apr 03, 2026. The invoice is attached as a PDF.`,
  })
  await asOwner().invoices.send({ id: invoice })
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([
    'books@example.test',
    'cfo@example.test',
    'file@example.test',
    HOME,
  ])
})

test('the email goes to the chosen recipients with the edited text, and is in the history', async () => {
  const id = await draft()
  const sent = await asOwner().invoices.send({ id, mail: OWN })
  expect(sent).toMatchObject({ number: 'INV-1001', status: 'sent' })
  const queued = await mails()
  expect(queued.map(({ recipient }) => recipient)).toEqual([
    'accounts@example.test',
    'boss@example.test',
    'file@example.test',
  ])
  for (const mail of queued) {
    expect(mail).toMatchObject({
      subject: 'Your bill INV-1001',
      shown_to: 'accounts@example.test',
      shown_cc: 'boss@example.test',
    })
    expect(mail.text).toContain('As agreed.')
    expect(mail.text).toMatch(/Pay \$3,600\.00 USD at http\S+\/pay\?token=\S{20,}/)
  }
  expect(await historyOf(id)).toContain(
    'INV-1001 sent to accounts@example.test, cc boss@example.test, bcc file@example.test',
  )
})

test.for([
  [{ ...OWN, to: [] }, 'Please enter an address.'],
  [{ ...OWN, cc: ['nobody'] }, '“nobody” is not an email address.'],
  [{ ...OWN, to: ['a@b.test, c@d.test'] }, '“a@b.test, c@d.test” is not an email address.'],
  [
    { ...OWN, bcc: Array.from({ length: 19 }, (_, index) => `b${index}@example.test`) },
    'An email can have at most 20 recipients.',
  ],
  [{ ...OWN, subject: ' ' }, 'Please enter a subject.'],
  [{ ...OWN, body: 'Pay {sum}' }, '{sum} is not a placeholder.'],
] as const)('an invalid email is rejected and nothing is sent: %j', async ([mail, words]) => {
  const id = await draft()
  const wrong = { ...mail, to: [...mail.to], cc: [...mail.cc], bcc: [...mail.bcc] }
  await expect(asOwner().invoices.send({ id, mail: wrong })).rejects.toThrow(words)
  expect(await mails()).toEqual([])
  expect((await asOwner().invoices.get({ id })).status).toBe('draft')
})

test('a repeated address gets one email', async () => {
  const id = await draft()
  const twice = { ...OWN, to: ['a@b.test', 'A@B.test'], cc: ['a@b.test'], bcc: ['A@b.test'] }
  await asOwner().invoices.send({ id, mail: twice })
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['a@b.test'])
})

test('an issued invoice can be resent, and a credit note is sent as its own document', async () => {
  const id = await sendInvoiceTo(asOwner(), clientId)
  const note = await asOwner().invoices.credit({ id, amount: 600_00, reason: 'Late' })
  await db.deleteFrom('mail_outbox').execute()
  const words = await asOwner().invoices.mailDraft({ id: note.id })
  expect(words).toMatchObject({ to: [HOME], subject: 'Credit note CN-1001 from Home Agency' })
  await asOwner().invoices.mail({ id: note.id, mail: words })
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.text).toContain('credit note CN-1001 (“Credit for INV-1001”) for $600.00 USD')
  expect(mail?.text).not.toMatch(/pay\?token|Amount due/)
  expect(await db.selectFrom('mail_attachments').select(['document', 'document_id']).execute()).toEqual([
    { document: 'invoice', document_id: note.id },
  ])
  expect(await historyOf(note.id)).toContain(`CN-1001 emailed to ${HOME}`)
  await db.deleteFrom('mail_outbox').execute()
  await asOwner().invoices.mail({ id, mail: OWN })
  expect((await mails())[0]?.subject).toBe('Your bill INV-1001')
})

test("draft, void and other agencies' documents can't be emailed", async () => {
  const id = await draft()
  await expect(asOwner().invoices.mail({ id, mail: OWN })).rejects.toThrow('Send the invoice first.')
  const sent = await sendInvoiceTo(asOwner(), clientId)
  await asOwner().invoices.void({ id: sent })
  await expect(asOwner().invoices.mail({ id: sent, mail: OWN })).rejects.toMatchObject({ code: 'CONFLICT' })
  const stranger = callerAs(db, world.foreign.owner)
  await expect(stranger.invoices.mail({ id: sent, mail: OWN })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(stranger.invoices.mailDraft({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test("reminders also go to the client's copy recipients", async () => {
  const { id, version, name, email } = await asOwner().clients.get({ id: clientId })
  await asOwner().clients.save({ id, version, name, email, billing_cc: ['cfo@example.test'] })
  const invoice = await sendInvoiceTo(asOwner(), clientId)
  await db.deleteFrom('mail_outbox').execute()
  await asOwner().invoices.remind({ id: invoice })
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['cfo@example.test', HOME])
})
