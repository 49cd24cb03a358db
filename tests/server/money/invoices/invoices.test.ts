import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { card, draftFor } from '#tests/support/money/money.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return {
    db,
    world,
    owner: callerAs(db, world.home.owner),
    client: callerAs(db, world.home.client),
    draft: draftFor(world.home.client.clientId),
  }
}

test('an invoice is the sum of its lines, each quantity × rate', async () => {
  const { owner, draft } = await setUp()
  const invoice = await owner.invoices.save(draft)
  expect(invoice).toMatchObject({
    amount: 360_000,
    status: 'draft',
    number: null,
    currency: 'USD',
    clientName: 'Home Client',
    dueDate: '2026-04-03',
  })
  expect(invoice.items).toMatchObject([
    { description: 'Page templates', quantity: 6, rate: 45_000, amount: 270_000 },
    { description: 'CMS integration', quantity: 10, rate: 9000, amount: 90_000 },
  ])
})

test('a draft is hidden from the client; a sent invoice is pending for the client and sent for the owner', async () => {
  const { owner, client, draft } = await setUp()
  const { id } = await owner.invoices.save(draft)
  expect((await client.invoices.list({})).items).toEqual([])
  await expect(client.invoices.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await owner.invoices.send({ id })).toMatchObject({ status: 'sent', number: 'INV-1001' })
  expect((await client.invoices.list({})).items).toMatchObject([{ id, status: 'pending', payable: true }])
})

test('numbers are assigned on sending, per agency and without gaps', async () => {
  const { db, world, owner, draft } = await setUp()
  const drafts = await Promise.all([1, 2, 3, 4].map(() => owner.invoices.save(draft)))
  await owner.invoices.delete({ id: drafts[0]?.id ?? '' })
  const sent = await Promise.all(drafts.slice(1).map(({ id }) => owner.invoices.send({ id })))
  expect(sent.map((invoice) => invoice.number).toSorted()).toEqual(['INV-1001', 'INV-1002', 'INV-1003'])
  const foreign = callerAs(db, world.foreign.owner)
  const { id } = await foreign.invoices.save(draftFor(world.foreign.client.clientId))
  expect((await foreign.invoices.send({ id })).number).toBe('INV-1001')
})

test('an invoice sent twice concurrently takes one number', async () => {
  const { owner, draft } = await setUp()
  const { id } = await owner.invoices.save(draft)
  const results = await Promise.allSettled([owner.invoices.send({ id }), owner.invoices.send({ id })])
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  const next = await owner.invoices.save(draft)
  expect((await owner.invoices.send({ id: next.id })).number).toBe('INV-1002')
})

test('a sent invoice is locked', async () => {
  const { owner, draft } = await setUp()
  const { id } = await owner.invoices.save(draft)
  await owner.invoices.send({ id })
  await expect(owner.invoices.save({ ...draft, id })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(owner.invoices.delete({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('sending queues an email to the client with the PDF and a pay link', async () => {
  const { db, owner, draft } = await setUp()
  const { id } = await owner.invoices.save(draft)
  await owner.invoices.send({ id })
  const mail = await db.selectFrom('mail_outbox').selectAll().executeTakeFirstOrThrow()
  expect(mail).toMatchObject({
    recipient: 'home.client@example.test',
    subject: expect.stringMatching(/INV-1001/),
  })
  expect(mail.text).toMatch(/\/pay\?token=[\w-]{43}/)
  const attachments = await db.selectFrom('mail_attachments').select(['document', 'document_id']).execute()
  expect(attachments).toEqual([{ document: 'invoice', document_id: id }])
})

test('the email states amount, sender, due date and bank details', async () => {
  const { db, world, owner, draft } = await setUp()
  await db
    .insertInto('billing_profiles')
    .values({
      agency_id: world.home.agencyId,
      account_holder: 'Home GmbH',
      iban: 'DE89370400440532013000',
      version: 1,
      updated_at: '2026-03-04',
    })
    .execute()
  const supply = { supply_from: '2026-02-01', supply_to: '2026-02-28' }
  const { id } = await owner.invoices.save({ ...draft, ...supply })
  await owner.invoices.send({ id })
  const { text, html } = await db.selectFrom('mail_outbox').selectAll().executeTakeFirstOrThrow()
  for (const [label, value] of [
    ['Invoice number', 'INV-1001'],
    ['Due date', 'Apr 03, 2026'],
    ['Supply period', 'Feb 01 – 28, 2026'],
    ['Bill to', 'Home Company'],
    ['Amount due', '$3,600.00 USD'],
    ['Account holder', 'Home GmbH'],
    ['IBAN', 'DE89 3704 0044 0532 0130 00'],
    ['Reference', 'INV-1001'],
  ]) {
    expect(text).toContain(`${label}: ${value}`)
    expect(html).toMatch(new RegExp(`>${label}</td><td[^>]*>${value?.replace('$', '\\$')}</td>`))
  }
  expect(text).not.toMatch(/2026-\d\d-\d\d/)
})

test('a sent invoice past its due date is overdue for everyone', async () => {
  const { db, world, owner, draft } = await setUp()
  const { id } = await owner.invoices.save(draft)
  await owner.invoices.send({ id })
  const later = { now: new Date('2026-04-04T10:00:00.000Z') }
  expect((await callerAs(db, world.home.owner, later).invoices.get({ id })).status).toBe('overdue')
  expect((await callerAs(db, world.home.client, later).invoices.get({ id })).status).toBe('overdue')
})

test("the client's first view is recorded, the owner's isn't", async () => {
  const { owner, client, draft } = await setUp()
  const { id } = await owner.invoices.save(draft)
  await owner.invoices.send({ id })
  expect((await owner.invoices.view({ id })).viewed_at).toBeNull()
  await client.invoices.view({ id })
  expect((await owner.invoices.get({ id })).viewed_at).not.toBeNull()
})

test("a void invoice keeps its number and can't be paid", async () => {
  const { owner, client, draft } = await setUp()
  const { id } = await owner.invoices.save(draft)
  await owner.invoices.send({ id })
  expect(await owner.invoices.void({ id })).toMatchObject({
    status: 'void',
    number: 'INV-1001',
    amount_due: 0,
  })
  expect(await client.invoices.get({ id })).toMatchObject({ payable: false })
})

test('a credit note has its own number and reduces the amount due', async () => {
  const { owner, draft } = await setUp()
  const { id } = await owner.invoices.save(draft)
  await owner.invoices.send({ id })
  const note = await owner.invoices.credit({ id, amount: 60_000, reason: 'Fewer templates' })
  expect(note).toMatchObject({ kind: 'credit_note', number: 'CN-1001', amount: 60_000 })
  expect(await owner.invoices.get({ id })).toMatchObject({ amount_due: 300_000, status: 'sent' })
  await expect(owner.invoices.credit({ id, amount: 300_001, reason: 'Too much' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  await owner.invoices.credit({ id, reason: 'The rest' })
  expect(await owner.invoices.get({ id })).toMatchObject({ amount_due: 0, status: 'paid' })
})

test('a pay link shows the invoice without a session until it is revoked', async () => {
  const { db, owner, draft } = await setUp()
  const { id } = await owner.invoices.save(draft)
  await owner.invoices.send({ id })
  const { url } = await owner.invoices.createPayLink({ id })
  const token = new URL(url).searchParams.get('token') ?? ''
  const visitor = callerAs(db, null)
  expect(await visitor.invoices.byLink({ token })).toMatchObject({ id, payable: true, manageable: false })
  await owner.invoices.revokePayLinks({ id })
  await expect(visitor.invoices.byLink({ token })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a statement carries the balance forward from line to line', async () => {
  const { owner, world, draft } = await setUp()
  const { id } = await owner.invoices.save(draft)
  await owner.invoices.send({ id })
  await owner.payments.recordManual({
    invoice_id: id,
    amount: 100_000,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })
  const statement = await owner.invoices.statement({
    client_id: world.home.client.clientId,
    from: '2026-03-01',
    to: '2026-03-31',
  })
  expect(statement).toMatchObject({ opening_balance: 0, closing_balance: 260_000 })
  expect(statement.lines.map((line) => [line.kind, line.amount])).toEqual([
    ['invoice', 360_000],
    ['payment', -100_000],
  ])
})

test('contributors see no client invoices, and people without an agency see empty lists', async () => {
  const { db, world, owner, draft } = await setUp()
  const { id } = await owner.invoices.save(draft)
  await owner.invoices.send({ id })
  for (const scope of [world.home.employee, world.waitingEmployee, world.waitingClient]) {
    expect((await callerAs(db, scope).invoices.list({})).items).toEqual([])
  }
})

test('open calendars receive every change of an invoice', async () => {
  const { db, owner, client, draft } = await setUp()
  const { id } = await owner.invoices.save(draft)
  await owner.invoices.send({ id })
  await client.payments.payInvoice({ invoice_id: id, ...card() })
  const other = await owner.invoices.save(draft)
  await owner.invoices.send({ id: other.id })
  await owner.invoices.void({ id: other.id })
  const changes = await db.selectFrom('changes').select('domains').orderBy('id').execute()
  const ofInvoices = changes
    .map(({ domains }) => domains.split(','))
    .filter((all) => all.includes('invoices'))
  expect(ofInvoices).toHaveLength(6)
  expect(ofInvoices.filter((all) => !all.includes('schedule'))).toEqual([])
})
