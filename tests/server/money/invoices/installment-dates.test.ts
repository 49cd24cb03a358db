import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import { toUbl } from '#server/base/adapters/documents/e-invoice.ts'
import { openBooksFile } from '#server/money/ledger/downloads/queries/books-files.ts'
import type { InvoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { card, draftFor } from '#tests/support/money/money.ts'
import { createWorld } from '#tests/support/world.ts'
import { documentOf } from './sending/e-invoice-document.ts'

const MONTHS = { from: '2026-03-06', to: '2026-05-06' }
const PLAN = ['2026-03-06', '2026-04-06', '2026-05-06']
const noon = (day: string) => new Date(`${day}T12:00:00.000Z`)

/** An invoice over 100.00 in three installments, the first of which is due on March 6. */
async function setUp(given: Partial<InvoiceSaveInput> = {}) {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const at = (day: string) => callerAs(db, home.owner, { now: noon(day) })
  const client = callerAs(db, home.client)
  const owner = callerAs(db, home.owner)
  const items = [{ description: 'Design', quantity: 1, rate: 10_000 }]
  const draft = { ...draftFor(home.client.clientId), items, instalments: PLAN, ...given }
  const { id } = await owner.invoices.save(draft)
  await owner.invoices.send({ id })
  const pay = (amount: number) => client.payments.payInvoice({ invoice_id: id, amount, ...card() })
  const firstRowOf = async (file: 'invoices' | 'xero' | 'quickbooks') => {
    const { content } = await openBooksFile(ctxFor(db, home.owner as SeedMember), file, {
      basis: 'issued',
      bom: false,
    })
    let text = ''
    for await (const chunk of content) text += chunk
    const [head = '', row = ''] = text.split('\r\n')
    const fields = row.split(',')
    return Object.fromEntries(head.split(',').map((name, index) => [name, fields[index]]))
  }
  return { db, home, owner, client, at, id, pay, firstRowOf }
}

test('each installment ages from its own due date', async () => {
  const { at, pay } = await setUp()
  const { in_base, clients } = await at('2026-04-10').finance.aging()
  const ages = { total: 10_000, not_due: 3333, days_1_30: 3333, days_31_60: 3334 }
  expect(in_base).toMatchObject(ages)
  expect(clients).toMatchObject([{ ...ages, base_total: 10_000 }])
  expect((await at('2026-04-10').finance.summary({})).outstanding).toMatchObject(ages)
  await pay(3334)
  expect((await at('2026-04-10').finance.aging()).in_base).toMatchObject({
    total: 6666,
    not_due: 3333,
    days_1_30: 3333,
    days_31_60: 0,
  })
})

test('amounts due of a plan in a foreign currency are split to the cent of the base currency', async () => {
  const { at } = await setUp({ currency: 'EUR', booking_rate: '1.12345' })
  const report = await at('2026-04-10').finance.aging()
  expect(report.by_currency).toMatchObject([{ currency: 'EUR', total: 10_000, days_31_60: 3334 }])
  expect(report.in_base).toMatchObject({ total: 11_235, not_due: 3744, days_1_30: 3745, days_31_60: 3746 })
})

test('a plan without an exchange rate counts as one invoice without a base amount', async () => {
  const { db, at } = await setUp({ currency: 'EUR', booking_rate: '1.1' })
  await db.updateTable('invoices').set({ base_due: null }).execute()
  const report = await at('2026-04-10').finance.aging()
  expect(report).toMatchObject({ without_rate: 1, in_base: { total: 0 } })
  expect(report.clients).toMatchObject([{ total: 10_000, base_total: null }])
})

test('ages and currencies add up to the amount due for any plan and payments', async () => {
  const { at, pay, owner, id } = await setUp({ part_minimum: 100 })
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 100, max: 900 }),
      fc.integer({ min: 0, max: 150 }),
      async (amount, days) => {
        const { amount_due } = await owner.invoices.get({ id })
        if (amount_due > 1000) await pay(amount)
        const day = new Date(TEST_NOW.getTime() + days * 86_400_000).toISOString().slice(0, 10)
        const { in_base, clients } = await at(day).finance.aging()
        const left = (await owner.invoices.get({ id })).amount_due
        const { total, ...ages } = in_base
        expect(total).toBe(left)
        expect(Object.values(ages).reduce((sum, age) => sum + age, 0)).toBe(left)
        expect(clients[0]?.total).toBe(left)
      },
    ),
    { numRuns: 12 },
  )
})

test('an invoice is overdue from its first late installment, and shows the amount due next', async () => {
  const { at, pay, id } = await setUp()
  const overdueOn = async (day: string) =>
    (await at(day).invoices.list({ status: 'overdue' })).items.map((invoice) => invoice.due_next)
  expect(await overdueOn('2026-03-06')).toEqual([])
  expect(await overdueOn('2026-03-07')).toEqual(['2026-03-06'])
  await pay(3334)
  expect(await overdueOn('2026-03-07')).toEqual([])
  expect(await at('2026-03-07').invoices.get({ id })).toMatchObject({ due_next: '2026-04-06' })
})

test('the confirmation of a part payment names the installment that is due next', async () => {
  const { db, pay } = await setUp({ part_minimum: 100 })
  const lineAfter = async (amount: number) => {
    await db.deleteFrom('mail_outbox').execute()
    await pay(amount)
    const { text } = await db.selectFrom('mail_outbox').select('text').executeTakeFirstOrThrow()
    return text.split('\n').find((line) => line.startsWith('The remaining'))
  }
  expect(await lineAfter(3334)).toBe(
    'The remaining $66.66 USD is due in 2 installments, the next of $33.33 USD on Apr 06, 2026.',
  )
  expect(await lineAfter(1000)).toBe(
    'The remaining $56.66 USD is due in 2 installments, the next of $23.33 USD on Apr 06, 2026.',
  )
  expect(await lineAfter(2333)).toBe('The remaining $33.33 USD is due on May 06, 2026.')
})

test('the mail of an invoice names its installments, not the date of the last one', async () => {
  const { db, home, owner, at, id, pay } = await setUp()
  const mailed = async () => {
    const { text } = await db.selectFrom('mail_outbox').select('text').executeTakeFirstOrThrow()
    await db.deleteFrom('mail_outbox').execute()
    return text
  }
  const sent = await mailed()
  expect(sent).toContain('is due in 3 installments, the next of $33.34 USD on Mar 06, 2026.')
  expect(sent).not.toContain('Due date')
  await pay(3334)
  await mailed()
  const again = at('2026-03-09')
  const { body } = await again.invoices.mailDraft({ id })
  expect(body).toContain('is due in 2 installments, the next of $33.33 USD on Apr 06, 2026.')
  const mail = { to: ['client@example.test'], cc: [], bcc: [], subject: '{standing}', body: '{due date}' }
  await again.invoices.mail({ id, mail })
  expect(await mailed()).toContain('Apr 06, 2026')
  const unsent = await owner.invoices.save({ ...draftFor(home.client.clientId), instalments: PLAN })
  expect((await owner.invoices.mailDraft({ id: unsent.id })).body).toContain('{standing}')
})

test('the calendar shows each installment on its date, and paid ones as paid', async () => {
  const { owner, client, pay, id } = await setUp()
  await pay(3334)
  for (const caller of [owner, client]) {
    const { dues } = await caller.schedule.range(MONTHS)
    const shown = dues.filter((due) => due.kind === 'invoice')
    expect(shown).toMatchObject([
      { id, date: '2026-03-06', title: 'INV-1001 Milestone 2, installment 1', done: true },
      { id, date: '2026-04-06', title: 'INV-1001 Milestone 2, installment 2', done: false },
      { id, date: '2026-05-06', title: 'INV-1001 Milestone 2, installment 3', done: false },
    ])
  }
  const { dues } = await owner.schedule.range({ from: '2026-04-01', to: '2026-04-30' })
  expect(dues.map(({ date }) => date)).toEqual(['2026-04-06'])
  await pay(6666)
  const all = await owner.schedule.range(MONTHS)
  expect(all.dues.every(({ done }) => done)).toBe(true)
})

test("a statement lists an invoice's installments", async () => {
  const { owner, home } = await setUp()
  const statement = await owner.invoices.statement({
    client_id: home.client.clientId,
    from: '2026-03-01',
    to: '2026-03-31',
  })
  expect(statement.lines).toMatchObject([
    { text: 'INV-1001 Milestone 2, in 3 installments from Mar 06, 2026 to May 06, 2026', amount: 10_000 },
  ])
})

test('exports with a single due date use the first one, and the invoices file also the last', async () => {
  const { firstRowOf } = await setUp()
  expect(await firstRowOf('invoices')).toMatchObject({ due_on: '2026-03-06', last_due_on: '2026-05-06' })
  expect(await firstRowOf('xero')).toMatchObject({ '*DueDate': '06/03/2026' })
  expect(await firstRowOf('quickbooks')).toMatchObject({ '*DueDate': '06/03/2026' })
})

test('an e-invoice is due with its first installment and lists all of them in its payment terms', () => {
  const instalments = [
    { due_date: '2026-03-06', amount: 66_938, open: 0 },
    { due_date: '2026-04-06', amount: 66_937, open: 66_937 },
  ]
  const { 'ubl:Invoice': invoice } = toUbl({
    document: documentOf({ dueDate: '2026-04-06', instalments }),
    format: 'xrechnung',
  } as Parameters<typeof toUbl>[0])
  expect(invoice).toMatchObject({
    'cbc:DueDate': '2026-03-06',
    'cac:PaymentTerms': {
      'cbc:Note': 'Payable in 2 instalments: 669.38 EUR by 2026-03-06, 669.37 EUR by 2026-04-06',
    },
  })
})
