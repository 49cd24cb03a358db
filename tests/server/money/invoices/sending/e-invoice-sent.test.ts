import { expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { writeRecurringInvoices } from '#server/money/invoices/recurring/commands/write-recurring.ts'
import { renderAttachments } from '#server/reactions/mail/queries/attachments.ts'
import type { EInvoiceFormat } from '#shared/identity/letterhead/e-invoice-formats.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor } from '#tests/support/money/money.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

const RATE_ID = '7d3c1a52-9b40-4a5e-8f11-2f4d0c6b1e90'
const AT = '2026-01-01T00:00:00.000Z'

/** An agency in Hamburg, its client in Vienna and the agency's standard rate. */
async function setUp(format: EInvoiceFormat | null) {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const { agencyId, client } = home
  await db
    .updateTable('clients')
    .set({
      postal_code: '1010',
      city: 'Wien',
      country: 'AT',
      tax_id: 'ATU12345675',
      buyer_reference: '04011000-12345-34',
      e_invoice_format: format,
    })
    .where('id', '=', client.clientId)
    .execute()
  await db
    .insertInto('tax_rates')
    .values({
      agency_id: agencyId,
      id: RATE_ID,
      name: 'VAT',
      bps: 1900,
      category: 'standard',
      note: null,
      archived_at: null,
      version: 1,
      created_at: AT,
      updated_at: AT,
    })
    .execute()
  const owner = callerAs(db, home.owner)
  const items = [{ description: 'Work', quantity: 1, rate: 10_000, tax_rate_id: RATE_ID }]
  const draft = { ...draftFor(client.clientId), items }
  return { db, home, owner, draft }
}

const enterProfile = (db: Db, agencyId: string) =>
  db
    .insertInto('billing_profiles')
    .values({
      agency_id: agencyId as never,
      legal_name: 'Nordlicht GmbH',
      address: 'Kai 1',
      postal_code: '20457',
      city: 'Hamburg',
      region: null,
      country: 'DE',
      tax_id: 'DE123456788',
      tax_id_valid: null,
      tax_id_checked_at: null,
      registration_number: null,
      electronic_address: '0204:991-12345-06',
      email: 'billing@nordlicht.example',
      phone: '+49 40 1',
      account_holder: null,
      iban: 'DE75512108001245126199',
      bic: null,
      bank_name: null,
      default_tax_rate_id: null,
      notes: null,
      footer: null,
      version: 1,
      updated_at: AT,
    })
    .execute()

test('characters that the PDF has no glyph for are reported before sending', async () => {
  const { owner, draft } = await setUp('xrechnung')
  const { id } = await owner.invoices.save({ ...draft, title: 'デザイン 🚀 for 𒀀 & 𒀁', notes: '𒀀' })
  expect((await owner.invoices.eInvoice({ id })).unprintable).toEqual(['𒀀', '𒀁'])
  const { id: usual } = await owner.invoices.save(draft)
  expect((await owner.invoices.eInvoice({ id: usual })).unprintable).toEqual([])
})

test('missing e-invoice data is reported before sending; afterwards the e-invoice is complete', async () => {
  const { db, home, owner, draft } = await setUp('xrechnung')
  const { id } = await owner.invoices.save(draft)
  const { sent_as, problems } = await owner.invoices.eInvoice({ id })
  expect(sent_as).toBe('xrechnung')
  expect(problems.xrechnung).toContain('Your agency needs a country.')
  await expect(owner.invoices.send({ id })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('Your agency needs an IBAN.'),
  })
  expect((await owner.invoices.get({ id })).status).toBe('draft')

  await enterProfile(db, home.agencyId)
  expect((await owner.invoices.eInvoice({ id })).problems.xrechnung).toEqual([])
  await owner.invoices.send({ id })
  const { mail_id } = await db.selectFrom('mail_attachments').select('mail_id').executeTakeFirstOrThrow()
  const files = await renderAttachments(ctxFor(db, null), mail_id)
  expect(files.map(({ filename, contentType }) => [filename, contentType])).toEqual([
    ['INV-1001.pdf', 'application/pdf'],
    ['INV-1001-xrechnung.xml', 'application/xml'],
  ])
  expect(String(files[1]?.content)).toContain('<cbc:PayableAmount currencyID="USD">119.00<')
})

test('documents issued before the format was chosen are emailed as PDFs', async () => {
  const { db, home, owner, draft } = await setUp(null)
  const { id } = await owner.invoices.save(draft)
  await owner.invoices.send({ id })
  const note = await owner.invoices.credit({ id, amount: 1000, reason: 'Part canceled' })
  await db
    .updateTable('clients')
    .set({ e_invoice_format: 'xrechnung' })
    .where('id', '=', home.client.clientId)
    .execute()
  for (const document of [id, note.id]) {
    const { sent_as, problems } = await owner.invoices.eInvoice({ id: document })
    expect(sent_as).toBeNull()
    expect(problems.xrechnung).toContain('Your agency needs a country.')
    await db.deleteFrom('mail_attachments').execute()
    const mail = { to: ['accounts@example.test'], subject: 'Again', body: 'Attached.' }
    const { number } = await owner.invoices.mail({ id: document, mail })
    const { mail_id } = await db.selectFrom('mail_attachments').select('mail_id').executeTakeFirstOrThrow()
    const files = await renderAttachments(ctxFor(db, null), mail_id)
    expect(files.map(({ filename }) => filename)).toEqual([`${number}.pdf`])
  }
})

test('a client who takes Factur-X gets one attachment', async () => {
  const { db, home, owner, draft } = await setUp('factur_x')
  await enterProfile(db, home.agencyId)
  const { id } = await owner.invoices.save(draft)
  await owner.invoices.send({ id })
  const { mail_id } = await db.selectFrom('mail_attachments').select('mail_id').executeTakeFirstOrThrow()
  const files = await renderAttachments(ctxFor(db, null), mail_id)
  expect(files.map(({ filename }) => filename)).toEqual(['INV-1001.pdf'])
})

test('owner and client can download visible documents in each format, but no drafts', async () => {
  const { db, home, owner, draft } = await setUp(null)
  await enterProfile(db, home.agencyId)
  const services = testServices(db)
  const { url } = await startApp(services)
  const { id } = await owner.invoices.save(draft)
  const download = async (format: string, userId: string) => {
    const cookie = await cookieFor(services, userId)
    const answer = await fetch(`${url}/documents/e-invoices/${format}/${id}`, { headers: { cookie } })
    return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.text() }
  }
  expect(await download('xrechnung', home.owner.userId)).toMatchObject({ status: 400 })
  await owner.invoices.send({ id })
  expect(await download('factur_x', home.client.userId)).toMatchObject({
    status: 200,
    type: 'application/pdf',
  })
  const xml = await download('xrechnung', home.owner.userId)
  expect(xml).toMatchObject({ status: 200, type: expect.stringContaining('application/xml') })
  expect(xml.body).toContain('<cbc:ID>INV-1001</cbc:ID>')
  expect(await download('peppol', home.owner.userId)).toMatchObject({
    status: 400,
    body: expect.stringContaining('The client needs a Peppol address.'),
  })
  expect(await download('docx', home.owner.userId)).toMatchObject({ status: 404 })
})

test('a recurring invoice with incomplete e-invoice data stays a draft', async () => {
  const { db, owner, draft } = await setUp('xrechnung')
  const { due_date: _, ...content } = draft
  await owner.invoices.saveRecurring({ ...content, frequency: 'monthly', starts_on: '2026-03-04' })
  const services = testServices(db, { now: new Date('2026-03-05T12:00:00.000Z') })
  expect(await writeRecurringInvoices(ctxFor(services, null))).toBe(1)
  const { items } = await owner.invoices.list({})
  expect(items.map(({ status }) => status)).toEqual(['draft'])
})
