import { extractText } from 'unpdf'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { printInvoice } from '#server/money/invoices/documents/queries/document.ts'
import { askedParts } from '#shared/money/invoices/installments.ts'
import { askedOf, paperOf, paperSums, paperTransfer } from '#shared/money/invoices/invoice-paper.ts'
import { type Caller, callerAs, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { depositOf, draftFor } from '#tests/support/money/money.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World
let clientId: string
let owner: Caller

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
  clientId = world.home.client.clientId
  owner = callerAs(db, world.home.owner)
  await db
    .insertInto('billing_profiles')
    .values({
      agency_id: world.home.agencyId,
      account_holder: 'Home Agency',
      iban: 'DE89370400440532013000',
      version: 1,
      updated_at: '2026-03-04',
    })
    .execute()
})

const saved = async (more: object = {}) =>
  (
    await owner.invoices.save({
      ...draftFor(clientId),
      currency: 'EUR',
      booking_rate: '1',
      items: [{ description: 'Work', quantity: 1, rate: 1190_00 }],
      ...more,
    })
  ).id
const deposit = (amount: number) => owner.payments.recordManual(depositOf(clientId, amount, 'EUR'))
const send = (id: string) => owner.invoices.send({ id, apply_credit: true })

async function printed(id: string): Promise<string> {
  const pdf = await printInvoice(ctxFor(db, world.home.owner), await owner.invoices.get({ id }))
  return (await extractText(new Uint8Array(pdf), { mergePages: true })).text
}

describe('credit applied when an invoice is sent', () => {
  test('is deducted consistently on the page, the PDF, the payment code, the email and the pay page', async () => {
    await deposit(500_00)
    const id = await saved()
    await send(id)
    const invoice = await owner.invoices.get({ id })
    const paper = paperOf(invoice)
    expect(invoice).toMatchObject({ amount: 1190_00, prepaid: 500_00, amount_due: 690_00 })
    expect(paperSums(paper).slice(-3)).toEqual([
      ['Total', '€1,190.00 EUR'],
      ['Paid in advance', '-€500.00 EUR'],
      ['Amount due', '€690.00 EUR'],
    ])
    expect(paperTransfer(paper)?.epc).toContain('EUR690')
    expect(await printed(id)).toMatch(/Paid in advance\s+-€500\.00 EUR\s+Amount due\s+€690\.00 EUR/)
    const { text } = await db.selectFrom('mail_outbox').select('text').executeTakeFirstOrThrow()
    expect(text).toContain('€690.00')
    expect(text).not.toMatch(/(Amount due|Amount to transfer): €1,190/)
    const { url } = await owner.invoices.createPayLink({ id })
    const token = new URL(url).searchParams.get('token') ?? ''
    const shown = await callerAs(db, null).invoices.byLink({ token })
    expect(shown).toMatchObject({ prepaid: 500_00, amount_due: 690_00 })
  })

  test('is deducted even if it was granted, which is not called a payment', async () => {
    await owner.invoices.adjustCredit({
      client_id: clientId,
      currency: 'EUR',
      amount: 119_00,
      reason: 'Goodwill',
    })
    await deposit(238_00)
    const id = await saved()
    await send(id)
    const invoice = await owner.invoices.get({ id })
    expect(paperSums(paperOf(invoice)).slice(-4)).toEqual([
      ['Total', '€1,190.00 EUR'],
      ['Credit granted', '-€119.00 EUR'],
      ['Paid in advance', '-€238.00 EUR'],
      ['Amount due', '€833.00 EUR'],
    ])
    expect(askedOf(invoice)).toBe(invoice.amount_due)
    expect(paperTransfer(paperOf(invoice))?.epc).toContain('EUR833')
    expect(await printed(id)).toMatch(/Credit granted\s+-€119\.00 EUR/)
    const { text } = await db.selectFrom('mail_outbox').select('text').executeTakeFirstOrThrow()
    expect(text).toContain('€833.00')
  })

  test('is deducted from {remaining}, which the draft of the email leaves until then', async () => {
    const text = { subject: 'Invoice {number}', body: 'Please pay {remaining}.' }
    await owner.letterhead.saveMailText({ occasion: 'invoice', ...text, version: 0 })
    await deposit(500_00)
    const id = await saved()
    const { subject, body, ...recipients } = await owner.invoices.mailDraft({ id })
    expect({ subject, body }).toEqual(text)
    await owner.invoices.send({ id, apply_credit: true, mail: { ...recipients, subject, body } })
    const mail = await db.selectFrom('mail_outbox').select('text').executeTakeFirstOrThrow()
    expect(mail.text).toContain('Please pay €690.00 EUR.')
    expect((await owner.invoices.mailDraft({ id })).body).toBe('Please pay €690.00 EUR.')
  })

  test('stays on the document, regardless of later payments, applications or removals', async () => {
    await deposit(500_00)
    const id = await saved()
    await send(id)
    const before = await printed(id)
    await owner.invoices.removeCredit({ id })
    await deposit(40_00)
    await owner.invoices.applyCredit({ id, amount: 10_00 })
    expect(await owner.invoices.get({ id })).toMatchObject({ prepaid: 500_00, amount_due: 1180_00 })
    expect(await printed(id)).toBe(before)
  })

  test("isn't deducted if it is applied later, or not at all by the owner's choice", async () => {
    await deposit(500_00)
    const id = await saved()
    await owner.invoices.send({ id, apply_credit: false })
    await owner.invoices.applyCredit({ id })
    expect(await owner.invoices.get({ id })).toMatchObject({ prepaid: 0, amount_due: 690_00 })
    expect(await printed(id)).not.toContain('Paid in advance')
  })

  test('covers the earliest installments, and the document asks for the rest', async () => {
    await deposit(500_00)
    const dates = ['2030-01-01', '2030-02-01', '2030-03-01']
    const id = await saved({ instalments: dates })
    await send(id)
    const { instalments, prepaid } = await owner.invoices.get({ id })
    const asked = askedParts(instalments, prepaid)
    expect(asked.map(({ due_date }) => due_date)).toEqual(['2030-02-01', '2030-03-01'])
    expect(asked.reduce((sum, { amount }) => sum + amount, 0)).toBe(690_00)
    expect(await printed(id)).not.toContain('Installment 1')
  })

  test('that covers the whole invoice leaves nothing to transfer', async () => {
    await deposit(2000_00)
    const id = await saved()
    await send(id)
    const invoice = await owner.invoices.get({ id })
    expect(invoice).toMatchObject({ prepaid: 1190_00, status: 'paid', amount_due: 0 })
    expect(paperTransfer(paperOf(invoice))).toBeNull()
  })

  test('never exceeds the credit, even for twenty invoices sent concurrently', async () => {
    await deposit(500_00)
    const ids = await Promise.all(Array.from({ length: 20 }, () => saved()))
    await Promise.all(ids.map((id) => send(id)))
    const sent = await Promise.all(ids.map((id) => owner.invoices.get({ id })))
    expect(sent.reduce((sum, { prepaid }) => sum + prepaid, 0)).toBe(500_00)
    for (const { prepaid, amount_applied } of sent) expect(prepaid).toBe(amount_applied)
  })
})
