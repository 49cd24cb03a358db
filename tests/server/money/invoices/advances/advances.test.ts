import { extractText } from 'unpdf'
import { beforeEach, describe, expect, test } from 'vitest'
import { toUbl } from '#server/base/adapters/documents/e-invoice.ts'
import type { Db } from '#server/base/db/schema.ts'
import { printInvoice } from '#server/money/invoices/documents/queries/document.ts'
import { bookDifferencesOf } from '#server/overview/platform/checks/queries/book-differences.ts'
import { paperOf, paperSums, paperTransfer } from '#shared/money/invoices/invoice-paper.ts'
import type { InvoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import { type Caller, callerAs, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { refundForm } from '#tests/support/money/money.ts'
import { addClient, createWorld, type World } from '#tests/support/world.ts'
import { brokenRules } from '../sending/en16931-rules.ts'

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

const save = async (more: Partial<InvoiceSaveInput>, as = owner) =>
  (
    await as.invoices.save({
      client_id: clientId,
      title: 'Website',
      due_date: '2026-04-03',
      currency: 'EUR',
      booking_rate: '1.1',
      items: [{ description: 'Work', quantity: 1, rate: 1000_00, tax_bps: 1900 }],
      ...more,
    })
  ).id
const get = (id: string) => owner.invoices.get({ id })
const pay = (invoice_id: string, amount: number) =>
  owner.payments.recordManual({
    invoice_id,
    amount,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })

/** A sent advance invoice of a net amount at 19%, with the amount received for it. */
async function advance(net: number, received = (net * 119) / 100, more: Partial<InvoiceSaveInput> = {}) {
  const items = [{ description: 'In advance', quantity: 1, rate: net, tax_bps: 1900 }]
  const id = await save({ stage: 'advance', items, ...more })
  await owner.invoices.send({ id })
  if (received > 0) await pay(id, received)
  return id
}
const final = (advance_ids: string[], more: Partial<InvoiceSaveInput> = {}) =>
  save({ stage: 'final', advance_ids, ...more })
async function sentFinal(advance_ids: string[], more: Partial<InvoiceSaveInput> = {}) {
  const id = await final(advance_ids, more)
  await owner.invoices.send({ id })
  return id
}

/** The output tax in euros. */
const taxes = async (basis: 'issued' | 'paid') =>
  (await owner.finance.taxReport({ basis })).by_currency.find(({ currency }) => currency === 'EUR')?.total.tax

describe('a final invoice', () => {
  test('deducts what was received with its tax, on the page, the PDF, the payment code and the pay page', async () => {
    const [first, second] = [await advance(300_00), await advance(200_00)]
    const id = await sentFinal([first, second])
    const invoice = await get(id)
    const numbers = [(await get(first)).number, (await get(second)).number]
    expect(invoice).toMatchObject({ stage: 'final', amount: 595_00, tax: 95_00, amount_due: 595_00 })
    expect(invoice.deductions.map(({ number, amount }) => [number, amount])).toEqual([
      [numbers[0], 357_00],
      [numbers[1], 238_00],
    ])
    expect((await get(first)).deducted_in).toEqual({ id, number: invoice.number })
    const sums = paperSums(paperOf(invoice))
    expect(sums).toEqual([
      ['Subtotal', '€1,000.00'],
      ['Tax 19% on €1,000.00', '€190.00'],
      ['Total of the work', '€1,190.00'],
      [`Advance invoice ${numbers[0]} of Mar 04, 2026 (net €300.00, Tax 19%: €57.00)`, '-€357.00'],
      [`Advance invoice ${numbers[1]} of Mar 04, 2026 (net €200.00, Tax 19%: €38.00)`, '-€238.00'],
      ['Remaining net amount', '€500.00'],
      ['Remaining Tax 19% on €500.00', '€95.00'],
      ['Remaining amount', '€595.00 EUR'],
      expect.arrayContaining([expect.stringContaining('Tax in USD')]),
    ])
    expect(paperTransfer(paperOf(invoice))?.epc).toContain('EUR595')
    const pdf = await printInvoice(ctxFor(db, world.home.owner), invoice)
    const { text } = await extractText(new Uint8Array(pdf), { mergePages: true })
    expect(text).toContain('Final invoice')
    expect(text).toMatch(/Remaining amount\s+€595\.00 EUR/)
    const { url } = await owner.invoices.createPayLink({ id })
    const token = new URL(url).searchParams.get('token') ?? ''
    const shown = await callerAs(db, null).invoices.byLink({ token })
    expect(shown).toMatchObject({ amount_due: 595_00, deducted_in: null })
    expect(shown.deductions).toEqual(invoice.deductions)
    const mails = await db.selectFrom('mail_outbox').select(['subject', 'text']).execute()
    const mail = mails.find(({ subject }) => subject.includes(String(invoice.number)))
    expect(mail?.text).toContain('€595.00')
  })

  test('credits the part of an advance invoice that was not received, and bills it instead', async () => {
    const part = await advance(400_00, 119_00)
    const id = await final([part])
    expect(await get(id)).toMatchObject({ amount: 1071_00, tax: 171_00 })
    expect((await owner.invoices.sendingNotes({ id })).open_advances).toEqual([
      { id: part, number: (await get(part)).number, due: 357_00, deducted: true },
    ])
    await owner.invoices.send({ id })
    expect(await get(part)).toMatchObject({ status: 'paid', amount_credited: 357_00, amount_due: 0 })
    expect(await get(id)).toMatchObject({ amount: 1071_00 })
    expect(await taxes('issued')).toBe(190_00)
    await pay(id, 1071_00)
    expect(await taxes('paid')).toBe(190_00)
    expect(await bookDifferencesOf(ctxFor(db, null), world.home.agencyId)).toEqual([])
  })

  test('whose advance invoices cover everything is settled when it is sent, and can be voided', async () => {
    const whole = await advance(1000_00)
    const id = await sentFinal([whole])
    expect(await get(id)).toMatchObject({ status: 'paid', amount: 0, tax: 0, amount_due: 0 })
    await owner.invoices.void({ id })
    expect((await get(whole)).deducted_in).toBeNull()
  })

  test('is an e-invoice with negative lines that satisfies EN 16931 and names the earlier invoices', async () => {
    const ids = [await advance(300_00), await advance(200_00)]
    for (const prices_include_tax of [false, true]) {
      const draft = await get(
        await final(ids, { prices_include_tax, discount: { type: 'percent', value: 1000 } }),
      )
      const document = { ...draft, number: 'INV-9', issued_on: '2026-03-04' }
      const ubl = toUbl({ document, format: 'peppol', pdf: null })['ubl:Invoice']
      expect(brokenRules({ 'ubl:Invoice': ubl })).toEqual([])
      expect(ubl['cac:BillingReference']).toHaveLength(2)
      expect(ubl['cac:InvoiceLine'].at(-1)).toMatchObject({
        'cbc:InvoicedQuantity': '-1',
        'cbc:LineExtensionAmount': '-200.00',
        'cac:Price': { 'cbc:PriceAmount': '200.00' },
      })
      await owner.invoices.delete({ id: document.id })
    }
    const [first = ''] = ids
    const asFormat = async (format: 'peppol' | 'xrechnung') =>
      toUbl({ document: await get(first), format, pdf: null })['ubl:Invoice']['cbc:InvoiceTypeCode']
    expect(await asFormat('peppol')).toBe('386')
    expect(await asFormat('xrechnung')).toBe('326')
  })

  test('that is credited line by line never credits more than it billed', async () => {
    const id = await sentFinal([await advance(300_00)], {
      items: [
        { description: 'Design', quantity: 1, rate: 600_00, tax_bps: 1900 },
        { description: 'Build', quantity: 1, rate: 400_00, tax_bps: 1900 },
      ],
    })
    const { left, lines } = await owner.invoices.creditable({ id })
    expect(left).toBe(833_00)
    expect(lines.map((line) => line.left_net)).toEqual([420_00, 280_00])
    await owner.invoices.credit({ id, lines: [{ position: 0 }, { position: 1 }], reason: 'Canceled' })
    expect(await get(id)).toMatchObject({ amount_credited: 833_00, amount_due: 0 })
    expect(await bookDifferencesOf(ctxFor(db, null), world.home.agencyId)).toEqual([])
  })
})

describe('an advance invoice', () => {
  test('that is deducted keeps its money and credit until the final invoice is void', async () => {
    const part = await advance(300_00)
    const id = await sentFinal([part])
    const { items } = await owner.payments.list({})
    const payment = items.find((one) => one.invoiceId === part)?.id ?? ''
    const words = /is deducted in the final invoice .*\. Void or credit that one first\./
    await expect(
      owner.invoices.credit({ id: part, amount: 1_00, keep_as_credit: true, reason: 'No' }),
    ).rejects.toThrow(words)
    await expect(owner.payments.refund({ id: payment, ...refundForm() })).rejects.toThrow(words)
    await expect(owner.invoices.removeCredit({ id: part })).rejects.toThrow(words)
    await owner.invoices.void({ id })
    await owner.payments.refund({ id: payment, ...refundForm() })
    expect(await get(part)).toMatchObject({ amount_due: 357_00, deducted_in: null })
  })

  test('is deducted once, even by twenty concurrent final invoices', async () => {
    const part = await advance(300_00)
    const saved = await Promise.allSettled(Array.from({ length: 20 }, () => final([part])))
    const won = saved.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(won).toHaveLength(1)
    for (const one of saved) {
      if (one.status === 'rejected') expect(String(one.reason)).toMatch(/already deducted in another/)
    }
    const [id = ''] = won
    const sent = await Promise.allSettled(Array.from({ length: 20 }, () => owner.invoices.send({ id })))
    expect(sent.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    expect(await get(id)).toMatchObject({ amount: 833_00 })
  })

  test('of a deleted, voided, fully credited or changed final invoice can be deducted again', async () => {
    const part = await advance(300_00)
    await owner.invoices.delete({ id: await final([part]) })
    await owner.invoices.void({ id: await sentFinal([part]) })
    await owner.invoices.credit({ id: await sentFinal([part]), reason: 'Wrong' })
    const changed = await final([part])
    await save({ id: changed, stage: 'whole' })
    expect(await get(changed)).toMatchObject({ stage: 'whole', amount: 1190_00, deductions: [] })
    await sentFinal([part])
  })

  test('that changed since the draft was saved must be reviewed again', async () => {
    const part = await advance(300_00, 100_00)
    const id = await final([part])
    await pay(part, 50_00)
    await expect(owner.invoices.send({ id })).rejects.toThrow(/has changed since this draft was saved/)
    await save({ id, version: (await get(id)).version })
    await owner.invoices.send({ id })
    expect(await get(id)).toMatchObject({ amount: 1040_00 })
  })
})

describe('refused are', () => {
  test('advance invoices of another client, agency or currency, and other invoices', async () => {
    const part = await advance(300_00)
    const sibling = await addClient(db, world.home.agencyId, 'Sib Ling', 'Sibling')
    await expect(final([part], { client_id: sibling.clientId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const foreign = callerAs(db, world.foreign.owner)
    const theirs = { client_id: world.foreign.client.clientId, stage: 'final' as const, advance_ids: [part] }
    await expect(save(theirs, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(final([part], { currency: 'USD' })).rejects.toThrow(/is in EUR; this invoice is in USD/)
    const plain = await save({})
    await owner.invoices.send({ id: plain })
    await expect(final([plain])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(save({ advance_ids: [part] })).rejects.toThrow(/Only a final invoice/)
    expect(await foreign.invoices.advances({ client_id: theirs.client_id, currency: 'EUR' })).toEqual([])
  })

  test('advance invoices without money, and more than the work has at a rate', async () => {
    await expect(final([await advance(300_00, 0)])).rejects.toThrow(/Nothing was received/)
    await expect(final([await advance(1000_01, 1190_01)])).rejects.toThrow(/€0\.01 EUR more net at tax 19%/)
    const reduced = [{ description: 'Books', quantity: 1, rate: 100_00, tax_bps: 700 }]
    await expect(final([await advance(100_00, 107_00, { items: reduced })])).rejects.toThrow(
      /€100\.00 EUR more net at tax 7%/,
    )
    const lost = await advance(300_00, 100_00)
    await owner.invoices.writeOff({ id: lost, reason: 'Gone' })
    await expect(final([lost])).rejects.toThrow(/was written off/)
  })

  test('voiding an advance invoice prevents sending a draft until it is removed from the draft', async () => {
    const part = await advance(300_00, 0)
    await owner.payments.recordManual({
      client_id: clientId,
      amount: 100_00,
      currency: 'EUR',
      method: 'bank',
      request_id: crypto.randomUUID(),
    })
    await owner.invoices.applyCredit({ id: part })
    const id = await final([part])
    await owner.invoices.void({ id: part })
    await expect(owner.invoices.send({ id })).rejects.toThrow(/is void/)
    await save({ id, advance_ids: [] })
    await owner.invoices.send({ id })
    expect(await get(id)).toMatchObject({ amount: 1190_00 })
  })
})
