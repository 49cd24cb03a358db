import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { keepDocument, renderInTurn } from '#server/base/adapters/documents/document-renderer.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { depositOf, draftFor } from '#tests/support/money/money.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const { home, foreign } = await createWorld(db)
  const services = testServices(db, { config: { trustProxy: 1 } })
  const { url } = await startApp(services)
  const owner = callerAs(db, home.owner)
  // Documents are cached by content; this avoids hits from other tests.
  const draft = { ...draftFor(home.client.clientId), title: crypto.randomUUID() }
  const { id } = await owner.invoices.save(draft)
  const print = async (person: SeedPerson | null, path: string, ip = '198.51.100.7') => {
    const cookie = person === null ? '' : await cookieFor(services, person.userId)
    return fetch(url + path, { headers: { cookie, 'x-forwarded-for': ip } })
  }
  const bytes = async (...asked: Parameters<typeof print>) =>
    Buffer.from(await (await print(...asked)).arrayBuffer())
  return { db, home, foreign, owner, draft, id, path: `/documents/invoices/${id}.pdf`, print, bytes }
}

const textOf = async (pdf: Buffer) => (await extractText(new Uint8Array(pdf), { mergePages: true })).text

async function sendWithLink({ owner, id }: Awaited<ReturnType<typeof setUp>>) {
  await owner.invoices.send({ id })
  const { url } = await owner.invoices.createPayLink({ id })
  return `/documents/pay/${new URL(url).searchParams.get('token')}`
}

test('a sent invoice is rendered once for all downloads', async () => {
  const world = await setUp()
  const link = await sendWithLink(world)
  const { home, path, bytes } = world
  const first = await bytes(home.owner, path)
  expect(first.subarray(0, 5).toString()).toBe('%PDF-')
  const others = await Promise.all([
    bytes(home.client, path),
    bytes(null, link),
    bytes(null, link),
    bytes(home.owner, path),
  ])
  for (const other of others) expect(other.equals(first)).toBe(true)
})

/** Other documents evict the cached one, as after a restart. */
const clearDocumentCache = () =>
  keepDocument({ fill: crypto.randomUUID() }, async () => ({
    pdf: Buffer.alloc(33 * 1024 * 1024),
    whole: true,
  }))

test("a sent invoice's file never changes, regardless of later payments and renames", async () => {
  const world = await setUp()
  await sendWithLink(world)
  const { db, home, owner, id, path, bytes } = world
  const sent = await bytes(home.client, path)
  await owner.payments.recordManual({
    invoice_id: id,
    amount: 100_000,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })
  await db
    .updateTable('agencies')
    .set({
      name: 'Another name',
      invoice_details: 'Another register',
      logo: `/pictures/${crypto.randomUUID()}`,
    })
    .where('id', '=', home.agencyId)
    .execute()
  await db
    .updateTable('clients')
    .set({ name: 'Somebody else', company: 'Another company', address: 'Elsewhere 1' })
    .where('id', '=', home.client.clientId)
    .execute()
  await db
    .insertInto('billing_profiles')
    .values({ ...PROFILE, agency_id: home.agencyId })
    .execute()
  await clearDocumentCache()
  const later = await bytes(home.client, path)
  expect(later.equals(sent)).toBe(true)
  expect(await textOf(later)).not.toMatch(/Paid|Another|Somebody|DE89/)
})

const PROFILE = {
  iban: 'DE89370400440532013000',
  footer: 'Another footer',
  version: 1,
  updated_at: '2026-03-04',
}

test('an invoice names parties, bank, formatted dates, and the document it credits', async () => {
  const world = await setUp()
  const { db, home, owner, draft, path, bytes, id } = world
  await db.updateTable('agencies').set({ currency: 'EUR' }).where('id', '=', home.agencyId).execute()
  await db
    .insertInto('billing_profiles')
    .values({ ...PROFILE, agency_id: home.agencyId, legal_name: 'Home GmbH', tax_id: 'DE123456789' })
    .execute()
  const { version } = await owner.invoices.get({ id })
  const supply = { supply_from: '2026-02-01', supply_to: '2026-02-28', purchase_order: 'PO-7' }
  await owner.invoices.save({ ...draft, ...supply, currency: 'EUR', id, version })
  await owner.invoices.send({ id })
  const text = (await textOf(await bytes(home.client, path))).replace(/\s+/g, ' ')
  for (const words of [
    'Invoice number INV-1001',
    'Issue date Mar 04, 2026',
    'Due date Apr 03, 2026',
    'Supply period Feb 01 – 28, 2026',
    'Purchase order PO-7',
    'From Home GmbH Home Agency Tax ID DE123456789',
    'Bill to Home Company Home Client',
    'IBAN DE89 3704 0044 0532 0130 00',
    'Scan with your banking app',
    'Another footer',
    'Page 1 of 1',
  ]) {
    expect(text).toContain(words)
  }
  const note = await owner.invoices.credit({ id, amount: 1000, reason: 'Goodwill' })
  const credit = await textOf(await bytes(home.client, `/documents/invoices/${note.id}.pdf`))
  expect(credit.replace(/\s+/g, ' ')).toContain('Credits Invoice INV-1001 of Mar 04, 2026')
  expect(credit).not.toContain('IBAN')
})

test('a void invoice says so and shows no bank details', async () => {
  const world = await setUp()
  const { home, owner, id, path, bytes } = world
  await owner.invoices.send({ id })
  expect(await textOf(await bytes(home.client, path))).not.toContain('Void')
  await owner.invoices.void({ id })
  expect(await textOf(await bytes(home.client, path))).toContain('Void')
})

test('a long invoice repeats its headers and keeps its totals with a line', async () => {
  const { home, owner, draft, id, path, bytes } = await setUp()
  const { version } = await owner.invoices.get({ id })
  for (const count of [24, 26, 28, 30]) {
    const items = Array.from({ length: count }, (_, line) => ({
      description: `Line ${line + 1}`,
      quantity: 1,
      rate: 1000,
      tax_bps: 1900,
    }))
    const saved = await owner.invoices.get({ id })
    await owner.invoices.save({ ...draft, items, id, version: saved.version ?? version })
    const pages = await extractText(new Uint8Array(await bytes(home.owner, path)))
    const last = pages.text.at(-1) ?? ''
    expect(last).toContain('Total')
    expect(last).toContain(`Line ${count} `)
    for (const page of pages.text) expect(page).toContain('Description')
  }
})

test('a client can download their statement as a PDF; an invalid period is rejected', async () => {
  const world = await setUp()
  await sendWithLink(world)
  const { home, foreign, print, bytes } = world
  const statement = `/documents/statements/${home.client.clientId}.pdf`
  const text = (await textOf(await bytes(home.client, `${statement}?from=2026-01-01&to=2026-12-31`))).replace(
    /\s+/g,
    ' ',
  )
  expect(text).toContain('Period Jan 01 – Dec 31, 2026')
  expect(text).toContain('Mar 04, 2026 INV-1001')
  expect(text).toContain('Closing balance $3,600.00 USD')
  expect(text).not.toContain('credit')
  expect((await print(home.client, `${statement}?from=yesterday&to=2026-12-31`)).status).toBe(400)
  expect((await print(foreign.client, `${statement}?from=2026-01-01&to=2026-12-31`)).status).toBe(404)
})

test("a statement's PDF states the credit included in its balances, as the screen does", async () => {
  const { home, owner, bytes } = await setUp()
  const { clientId } = home.client
  await owner.payments.recordManual({ ...depositOf(clientId, 500_00), paid_on: '2026-02-10' })
  await owner.payments.recordManual(depositOf(clientId, 250_00))
  const path = `/documents/statements/${clientId}.pdf?from=2026-03-01&to=2026-03-31`
  const text = (await textOf(await bytes(home.client, path))).replace(/\s+/g, ' ')
  expect(text).toContain('Closing balance -$750.00 USD')
  expect(text).toContain('Of which credit, $500.00 on Mar 01, 2026 -$750.00')
})

test('a pay link gives access to the receipts of its own payments only', async () => {
  const world = await setUp()
  const link = await sendWithLink(world)
  const { home, owner, id, bytes, print } = world
  const pay = { amount: 100_000, method: 'bank' as const }
  await owner.payments.recordManual({ invoice_id: id, ...pay, request_id: crypto.randomUUID() })
  const other = await owner.invoices.save(draftFor(home.client.clientId))
  await owner.invoices.send({ id: other.id })
  await owner.payments.recordManual({ invoice_id: other.id, ...pay, request_id: crypto.randomUUID() })
  const [own] = (await owner.invoices.get({ id })).receipts
  const [foreign] = (await owner.invoices.get({ id: other.id })).receipts
  const receipt = await textOf(await bytes(null, `${link}/receipts/${own?.payment_id}.pdf`))
  expect(receipt).toContain(own?.number)
  expect(receipt).toContain('$1,000.00 USD')
  expect((await print(null, `${link}/receipts/${foreign?.payment_id}.pdf`)).status).toBe(404)
  expect((await print(null, `${link}/logo`)).status).toBe(404)
})

test('rendering a document uses no more memory than its size', async () => {
  const payment = {
    amount: 100_000,
    currency: 'USD',
    payer_name: 'Jordan Blake',
    date: '2026-03-04T12:00:00.000Z',
    description: 'Design',
    card: null,
    method: 'bank',
    status: 'succeeded',
    refunded: 0,
  } as const
  const receipt = { number: 'R-1', payee: 'Foyer', logo: null, payment, refunds: [], kept: 0, invoice: null }
  const pdf = await renderInTurn(null, async () => ({ kind: 'receipt', receipt, logo: null }))
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.buffer.byteLength).toBe(pdf.byteLength)
})

test('a draft is rendered for each request', async () => {
  const { home, path, bytes } = await setUp()
  const first = await bytes(home.owner, path)
  expect((await bytes(home.owner, path)).equals(first)).toBe(false)
})

test('too many concurrent documents are rejected with a retry time', async () => {
  const { home, path, print } = await setUp()
  const answers = await Promise.all(Array.from({ length: 8 }, () => print(home.owner, path)))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3)
  for (const answer of refused) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '5'])
    expect((await answer.json()).error).toEqual({
      code: 'TOO_MANY_REQUESTS',
      message: 'You have other documents in progress. Please try again in a few seconds.',
      reason: 'busy',
      retry_after: 5,
    })
  }
})

test('a pay link allows thirty PDFs in ten minutes, an address ninety', async () => {
  const world = await setUp()
  const link = await sendWithLink(world)
  const { print } = world
  for (let time = 0; time < 30; time++)
    expect((await print(null, link, `198.51.100.${time}`)).status).toBe(200)
  const refused = await print(null, link, '198.51.100.99')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)

  const guess = (number: number) => print(null, `/documents/pay/guess-${number}`, '203.0.113.9')
  for (let time = 0; time < 90; time++) expect((await guess(time)).status).toBe(404)
  expect((await guess(90)).status).toBe(429)
})
