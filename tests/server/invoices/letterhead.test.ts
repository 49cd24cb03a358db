import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { extractText } from 'unpdf'
import { expect, onTestFinished, test } from 'vitest'
import { pictureUploadPath } from '#shared/pictures.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { cookieFor, startApp } from '#tests/support/http.ts'
import { sendInvoiceTo } from '#tests/support/money.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const dataDir = mkdtempSync(join(tmpdir(), 'foyer-letterhead-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const services = testServices(db, { config: { dataDir } })
  const { url } = await startApp(services)
  const id = await sendInvoiceTo(callerAs(db, home.owner), home.client.clientId)
  const print = async () => {
    const cookie = await cookieFor(services, home.client.userId)
    const answer = await fetch(`${url}/documents/invoices/${id}.pdf`, { headers: { cookie } })
    return Buffer.from(await answer.arrayBuffer())
  }
  const uploadLogo = async () => {
    const headers = { cookie: await cookieFor(services, home.owner.userId), origin: url }
    const logo = await sharp({ create: { width: 300, height: 90, channels: 3, background: '#3366cc' } })
      .png()
      .toBuffer()
    const body = new Uint8Array(logo)
    const answer = await fetch(url + pictureUploadPath('agency-logo'), { method: 'POST', headers, body })
    expect(answer.status).toBe(201)
  }
  return { db, home, dataDir, print, uploadLogo }
}

const DETAILS = 'Harbour Street 1, 20457 Hamburg\nVAT DE123456789'

test('an invoice bears the agency’s logo and the details it prints on invoices', async () => {
  const { db, home, print, uploadLogo } = await setUp()
  expect((await print()).includes('/Subtype /Image')).toBe(false)
  await db.updateTable('agencies').set({ invoice_details: DETAILS }).where('id', '=', home.agencyId).execute()
  await uploadLogo()
  const pdf = await print()
  expect(pdf.includes('/Subtype /Image')).toBe(true)
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true })
  for (const line of DETAILS.split('\n')) expect(text).toContain(line)
})

test('a logo whose file is gone leaves the invoice without one', async () => {
  const { dataDir, print, uploadLogo } = await setUp()
  await uploadLogo()
  rmSync(dataDir, { recursive: true })
  const pdf = await print()
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.includes('/Subtype /Image')).toBe(false)
})
