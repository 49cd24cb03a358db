import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { reconcilePayments } from '#server/money/payments/commands/reconcile.ts'
import { renderAttachments } from '#server/reactions/mail/queries/attachments.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { answerBank } from '#tests/support/money/bank/bank.ts'
import { card, depositOf, sendInvoiceTo } from '#tests/support/money/money.ts'
import { addContact, createWorld, type World } from '#tests/support/world.ts'

const HOME = 'home.client@example.test'
const BOOKS = 'books@example.test'

let db: Db
let world: World
let id: string

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
  const { clientId } = world.home.client
  const contact = { client_id: clientId, name: 'Books', email: BOOKS, can_see_billing: true }
  await asOwner().clients.saveContact(contact)
  id = await sendInvoiceTo(asOwner(), clientId)
  await db.deleteFrom('mail_outbox').execute()
})

const asOwner = () => callerAs(db, world.home.owner)
const asClient = () => callerAs(db, world.home.client)
const record = (amount: number, received = true) =>
  asOwner().payments.recordManual({
    invoice_id: id,
    amount,
    method: 'bank',
    received,
    request_id: crypto.randomUUID(),
  })

const mails = () =>
  db
    .selectFrom('mail_outbox')
    .select(['id', 'recipient', 'shown_to', 'shown_cc', 'subject', 'text'])
    .orderBy('recipient')
    .execute()
const recipients = async () => (await mails()).map(({ recipient }) => recipient)
const RECEIPT = 'Receipt for invoice INV-1001'

test('a card payment that settles an invoice emails the receipt to payer, client and billing contacts', async () => {
  await asClient().payments.payInvoice({ invoice_id: id, ...card() })
  const sent = await mails()
  expect(sent.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [BOOKS, RECEIPT],
    [HOME, RECEIPT],
  ])
  expect(sent[0]).toMatchObject({ shown_to: `${HOME},${BOOKS}`, shown_cc: null })
  expect(sent[0]?.text).toContain('Hello Books,')
  expect(sent[0]?.text).toContain('With $3,600.00 USD, invoice INV-1001')
  expect(sent[0]?.text).toContain('Amount due: $0.00 USD')
  const [file, ...others] = await renderAttachments(ctxFor(testServices(db), null), sent[0]?.id ?? '')
  expect(others).toEqual([])
  expect(file?.filename).toMatch(/^RCT-[0-9A-F]{8}\.pdf$/)
  expect(file?.content.subarray(0, 5).toString()).toBe('%PDF-')
  const { items } = await asOwner().activity.list({ invoice_id: id })
  expect(items.map(({ summary }) => summary)).toContain(`Receipt for INV-1001 sent to ${HOME}, ${BOOKS}`)
})

test("a paying contact gets one receipt, and the client's copy recipients get it too", async () => {
  const { clientId } = world.home.client
  const client = await asOwner().clients.get({ id: clientId })
  const payer = await addContact(db, world.home.client, 'Pat Payer', {
    seesProjects: true,
    seesBilling: true,
  })
  await asOwner().clients.save({
    ...inputOf(client),
    billing_cc: ['CFO@example.test', BOOKS, payer.email],
    billing_bcc: ['archive@example.test'],
  })
  await callerAs(db, payer).payments.payInvoice({ invoice_id: id, ...card() })
  expect(await recipients()).toEqual(
    ['archive@example.test', BOOKS, 'cfo@example.test', HOME, payer.email].toSorted(),
  )
  const [first] = await mails()
  expect(first?.shown_to?.split(',')[0]).toBe(payer.email)
  expect(first?.shown_cc).toBe('cfo@example.test')
  expect(first?.shown_to).not.toContain('archive')
})

test('a part payment is confirmed only to the payer with the rest due; the final one sends the receipt', async () => {
  await record(1000_00)
  const [part, ...others] = await mails()
  expect(others).toEqual([])
  expect(part).toMatchObject({
    recipient: HOME,
    subject: 'Payment of $1,000.00 USD for invoice INV-1001',
  })
  expect(part?.text).toContain('The remaining $2,600.00 USD is due on Apr 03, 2026.')
  await db.deleteFrom('mail_outbox').execute()
  const { id: announced } = await record(2600_00, false)
  expect(await recipients()).toEqual([])
  await asOwner().payments.settleManual({ id: announced, received: true })
  expect(await recipients()).toEqual([BOOKS, HOME])
})

test('a pay link payment is receipted to the client; failed payments send nothing', async () => {
  const { url } = await asOwner().invoices.createPayLink({ id })
  const token = new URL(url).searchParams.get('token') ?? ''
  const visitor = callerAs(db, null)
  await visitor.payments.payByLink({ token, ...card('mock_card_declined') })
  const { id: announced } = await record(100, false)
  await asOwner().payments.settleManual({ id: announced, received: false })
  const queued = await mails()
  expect(queued.filter(({ subject }) => /Receipt|Payment of/.test(subject))).toEqual([])
  await db.deleteFrom('mail_outbox').execute()
  await visitor.payments.payByLink({ token, ...card() })
  expect(await recipients()).toEqual([BOOKS, HOME])
})

test('credit that settles an invoice sends one receipt, partial credit none', async () => {
  const { clientId } = world.home.client
  await asOwner().payments.recordManual(depositOf(clientId, 3600_00))
  await asOwner().invoices.applyCredit({ id, amount: 100 })
  expect(await recipients()).toEqual([])
  await asOwner().invoices.applyCredit({ id })
  const sent = await mails()
  expect(sent.map(({ recipient }) => recipient)).toEqual([BOOKS, HOME])
  const [file] = await renderAttachments(ctxFor(testServices(db), null), sent[0]?.id ?? '')
  expect(file?.filename).toBe('INV-1001.pdf')
})

test('repeated and concurrent updates of a payment send one receipt', async () => {
  const charge = await asClient().payments.payInvoice({ invoice_id: id, ...card('mock_card_3ds') })
  await answerBank(db, charge)
  const confirm = () => asClient().payments.confirm({ id: charge.payment_id })
  await Promise.allSettled(Array.from({ length: 20 }, confirm))
  await reconcilePayments(ctxFor(testServices(db), null, new Date(TEST_NOW.getTime() + 3_600_000)))
  await confirm()
  expect((await asOwner().invoices.get({ id })).status).toBe('paid')
  expect(await recipients()).toEqual([BOOKS, HOME])
})

test("receipts use the agency's custom text", async () => {
  await asOwner().letterhead.saveMailText({
    occasion: 'receipt',
    subject: 'Paid: {number}',
    body: 'Thanks, {client}. {remaining} left of {title}; {number} {standing}.',
    version: 0,
  })
  await record(3600_00)
  const [mail] = await mails()
  expect(mail?.subject).toBe('Paid: INV-1001')
  expect(mail?.text).toContain('$0.00 USD left of Milestone 2; INV-1001 is paid in full.')
})

test('an invoice that was credited in part is settled, not paid in full', async () => {
  await asOwner().invoices.credit({ id, amount: 600_00, reason: 'Less work' })
  await db.deleteFrom('mail_outbox').execute()
  await record(3000_00)
  const [mail] = await mails()
  expect(mail?.subject).toBe('Receipt for invoice INV-1001')
  expect(mail?.text).toMatch(/With \$3,000\.00 USD, invoice INV-1001 .* is settled\./)
  await expect(asClient().payments.payInvoice({ invoice_id: id, ...card() })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: '$600.00 USD of this invoice was credited and the rest was paid. Nothing is due on it.',
  })
})

type Client = Awaited<ReturnType<ReturnType<typeof asOwner>['clients']['get']>>

/** What the client's form would submit. */
const inputOf = ({ id, version, name, email, phone, company }: Client) => ({
  id,
  version,
  name,
  email,
  phone,
  company,
})

test('a recorded payment sends no receipt if the owner opts out', async () => {
  await asOwner().payments.recordManual({
    invoice_id: id,
    amount: 360_000,
    method: 'bank',
    mail_receipt: false,
    request_id: crypto.randomUUID(),
  })
  expect((await asOwner().invoices.get({ id })).status).toBe('paid')
  expect(await mails()).toEqual([])
})

test('payments of an agency to the platform are receipted to the payer', async () => {
  await asOwner().payments.quickPay(card())
  await asOwner().payments.quickPay(card('mock_card_declined'))
  const sent = await mails()
  expect(sent.map(({ subject }) => subject)).toEqual(['Receipt for Quick Pay'])
  expect(sent[0]?.text).toContain('$100.00 USD was paid for Quick Pay.')
  const [file] = await renderAttachments(ctxFor(testServices(db), null), sent[0]?.id ?? '')
  expect(file?.filename).toMatch(/^RCT-[0-9A-F]{8}\.pdf$/)
})

test('a plan payment is receipted once', async () => {
  const plan = (await asOwner().packages.plans()).find(({ name }) => name === 'Professional')
  const order = { plan_id: plan?.id ?? '', ...card() }
  await asOwner().packages.subscribe(order)
  await asOwner().packages.subscribe(order)
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Receipt for .*Professional/),
  ])
})
