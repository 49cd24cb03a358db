import { rmSync } from 'node:fs'
import sharp from 'sharp'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { keepDocument } from '#server/base/adapters/documents/document-renderer.ts'
import { pictureUploadPath } from '#shared/base/pictures.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { sendInvoiceTo } from '#tests/support/money/money.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const dataDir = temporaryFolder()
  const services = testServices(db, { config: { dataDir } })
  const { url } = await startApp(services)
  const owner = callerAs(db, home.owner)
  const send = () => sendInvoiceTo(owner, home.client.clientId)
  const print = async (id: string, kind = 'invoices') => {
    const cookie = await cookieFor(services, home.client.userId)
    const answer = await fetch(`${url}/documents/${kind}/${id}.pdf`, { headers: { cookie } })
    return Buffer.from(await answer.arrayBuffer())
  }
  const uploadLogo = async (background = '#3366cc') => {
    const headers = { cookie: await cookieFor(services, home.owner.userId), origin: url }
    const logo = await sharp({ create: { width: 300, height: 90, channels: 3, background } })
      .png()
      .toBuffer()
    const body = new Uint8Array(logo)
    const answer = await fetch(url + pictureUploadPath('agency-logo'), { method: 'POST', headers, body })
    expect(answer.status).toBe(201)
  }
  return { db, home, owner, url, dataDir, send, print, uploadLogo }
}

const DETAILS = 'Harbour Street 1, 20457 Hamburg\nVAT DE123456789'

test("an invoice shows the agency's logo and printed details", async () => {
  const { db, home, send, print, uploadLogo } = await setUp()
  expect((await print(await send())).includes('/Subtype /Image')).toBe(false)
  await db.updateTable('agencies').set({ invoice_details: DETAILS }).where('id', '=', home.agencyId).execute()
  await uploadLogo()
  const pdf = await print(await send())
  expect(pdf.includes('/Subtype /Image')).toBe(true)
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true })
  for (const line of DETAILS.split('\n')) expect(text).toContain(line)
})

test('a sent invoice keeps its logo file when another is uploaded', async () => {
  const { db, home, owner, url, send, print, uploadLogo } = await setUp()
  const logos = () =>
    db.selectFrom('pictures').select(['id', 'size']).where('kind', '=', 'agency-logo').execute()
  const used = async () => {
    const { storage_used } = await db
      .selectFrom('agencies')
      .select('storage_used')
      .where('id', '=', home.agencyId)
      .executeTakeFirstOrThrow()
    return storage_used
  }
  await uploadLogo('#3366cc')
  // No document was sent with this one.
  await uploadLogo('#cc6633')
  const [first] = await logos()
  expect(await logos()).toHaveLength(1)
  const id = await send()
  const sent = await print(id)
  const before = await used()
  await uploadLogo('#33cc66')
  const kept = await logos()
  expect(kept.map((logo) => logo.id)).toContain(first?.id)
  expect(kept).toHaveLength(2)
  expect((await used()) - before).toBe(kept.find((logo) => logo.id !== first?.id)?.size)
  await keepDocument({ fill: id }, async () => ({ pdf: Buffer.alloc(33 * 1024 * 1024), whole: true }))
  expect((await print(id)).equals(sent)).toBe(true)

  const { url: link } = await owner.invoices.createPayLink({ id })
  const logo = await fetch(`${url}/documents/pay/${new URL(link).searchParams.get('token')}/logo`)
  expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/webp'])
})

test('a missing logo file leaves the invoice without one', async () => {
  const { dataDir, send, print, uploadLogo } = await setUp()
  await uploadLogo()
  const id = await send()
  rmSync(dataDir, { recursive: true })
  const pdf = await print(id)
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.includes('/Subtype /Image')).toBe(false)
})

test('a receipt shows the logo of the paid invoice', async () => {
  const { db, home, owner, send, print, uploadLogo } = await setUp()
  const pay = async () => {
    const invoice_id = await send()
    const paid = { amount: 1_000, method: 'bank' as const, request_id: crypto.randomUUID() }
    await owner.payments.recordManual({ invoice_id, ...paid })
    const [receipt] = (await owner.invoices.get({ id: invoice_id })).receipts
    return receipt?.payment_id ?? ''
  }
  const plain = await pay()
  await uploadLogo()
  expect((await print(plain, 'receipts')).includes('/Subtype /Image')).toBe(false)
  const headed = await pay()
  expect((await print(headed, 'receipts')).includes('/Subtype /Image')).toBe(true)
  const { logo } = await callerAs(db, home.client).payments.receipt({ id: headed })
  expect(logo).toMatch(/^\/pictures\//)
})
