import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { addDays } from '#server/base/db/values.ts'
import { cleanUp } from '#server/domains.ts'
import { openAgencyExport } from '#server/identity/agencies/queries/export.ts'
import { purgeAgencies } from '#server/overview/platform/agencies/commands/purge-agencies.ts'
import { type ReceiptDto, receiptAddress } from '#shared/money/ledger/finance.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

const PDF = Buffer.from('%PDF-1.7\n% a receipt\n%%EOF\n')
const EXPENSE = {
  category: 'software',
  description: 'Licence',
  amount: 4000,
  spent_on: '2026-02-10',
} as const

async function setUp() {
  const dataDir = temporaryFolder()
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const services = testServices(db, { config: { dataDir } })
  const { url } = await startApp(services)
  const headersOf = async (scope: SeedPerson) => ({
    cookie: await cookieFor(services, scope.userId),
    origin: url,
  })
  const send = async (scope: SeedPerson, name = 'license.pdf', bytes: Buffer = PDF) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), name)
    return fetch(`${url}/expenses/receipts`, { method: 'POST', headers: await headersOf(scope), body: form })
  }
  const upload = async (scope: SeedPerson, name?: string) =>
    (await (await send(scope, name)).json()) as ReceiptDto
  const download = async (scope: SeedPerson, id: string) =>
    fetch(url + receiptAddress(id), { headers: await headersOf(scope) })
  const financeOf = (scope: SeedPerson) => callerAs(db, scope, { config: { dataDir } }).finance
  /** The number of files on disk. */
  const kept = () =>
    readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ).length
  return { db, world, services, send, upload, download, financeOf, kept }
}

test('owner and platform store receipts in their own ledgers only', async () => {
  const { world, upload, download, financeOf } = await setUp()
  const { home, foreign, admin } = world
  for (const [keeper, strangers] of [
    [home.owner, [foreign.owner, admin]],
    [admin, [home.owner, foreign.owner]],
  ] as const) {
    const receipt = await upload(keeper)
    expect(receipt).toMatchObject({ name: 'license.pdf', size: PDF.length })
    const expense = await financeOf(keeper).saveExpense({ ...EXPENSE, receipt_id: receipt.id })
    expect(expense.receipt).toEqual(receipt)
    expect((await financeOf(keeper).expense({ id: expense.id })).receipt).toEqual(receipt)
    const answer = await download(keeper, receipt.id)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PDF)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=license.pdf')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    for (const stranger of strangers) {
      expect((await download(stranger, receipt.id)).status).toBe(404)
      const { id } = await upload(keeper)
      await expect(financeOf(stranger).saveExpense({ ...EXPENSE, receipt_id: id })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    }
  }
})

test("users without a ledger can't upload or read receipts", async () => {
  const { world, send, upload, download, kept } = await setUp()
  const { id } = await upload(world.home.owner)
  for (const scope of [world.home.employee, world.home.client]) {
    expect((await send(scope)).status).toBe(403)
    expect((await download(scope, id)).status).toBe(403)
  }
  expect(kept()).toBe(1)
})

test('receipts are validated like every upload', async () => {
  const { world, send, kept } = await setUp()
  const refused = async (name: string, bytes: Buffer) => {
    const answer = await send(world.home.owner, name, bytes)
    return [answer.status, (await answer.json()).error.message]
  }
  expect(await refused('receipt.pdf', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]))).toEqual([
    400,
    'Executable files cannot be uploaded.',
  ])
  expect(await refused('receipt.exe', Buffer.from('x'))).toEqual([
    400,
    'Executable files cannot be uploaded.',
  ])
  expect(await refused('receipt.pdf', Buffer.alloc(0))).toEqual([400, 'This file is empty.'])
  expect((await send(world.home.owner, 'big.bin', Buffer.alloc(26 * 1024 * 1024))).status).toBe(413)
  expect(kept()).toBe(0)
})

test('replaced, removed and deleted receipts are removed from disk', async () => {
  const { world, upload, download, financeOf, kept } = await setUp()
  const finance = financeOf(world.home.owner)
  const first = await upload(world.home.owner)
  const { id } = await finance.saveExpense({ ...EXPENSE, receipt_id: first.id })
  await finance.saveExpense({ ...EXPENSE, id, receipt_id: first.id, amount: 4100 })
  expect(kept()).toBe(1)
  const second = await upload(world.home.owner, 'corrected.pdf')
  expect((await finance.saveExpense({ ...EXPENSE, id, receipt_id: second.id })).receipt).toEqual(second)
  await expect.poll(kept).toBe(1)
  expect((await download(world.home.owner, first.id)).status).toBe(404)
  await expect(finance.saveExpense({ ...EXPENSE, receipt_id: second.id })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'This receipt belongs to another expense.',
  })
  expect((await finance.saveExpense({ ...EXPENSE, id })).receipt).toBeNull()
  await expect.poll(kept).toBe(0)
  const third = await upload(world.home.owner)
  await finance.saveExpense({ ...EXPENSE, id, receipt_id: third.id })
  await finance.deleteExpense({ id })
  await expect.poll(kept).toBe(0)
})

test('an upload without a saved expense is deleted after a day', async () => {
  const { world, services, upload, financeOf, kept } = await setUp()
  await upload(world.home.owner)
  const used = await upload(world.home.owner)
  await financeOf(world.home.owner).saveExpense({ ...EXPENSE, receipt_id: used.id })
  await cleanUp(ctxFor(services, null, addDays(TEST_NOW, 0.9)))
  expect(kept()).toBe(2)
  await cleanUp(ctxFor(services, null, addDays(TEST_NOW, 1.1)))
  expect(kept()).toBe(1)
})

test("receipts are exported and deleted with their agency; the platform's stay", async () => {
  const { db, world, services, upload, download, financeOf, kept } = await setUp()
  const own = await upload(world.home.owner)
  await financeOf(world.home.owner).saveExpense({ ...EXPENSE, receipt_id: own.id })
  const platform = await upload(world.admin, 'hosting.pdf')
  await financeOf(world.admin).saveExpense({ ...EXPENSE, receipt_id: platform.id })
  const exported = await openAgencyExport(ctxFor(db, world.home.owner), world.home.agencyId)
  expect(exported.files.map((file) => file.name)).toEqual(['license.pdf'])
  expect(JSON.parse(await text(exported.read('expense_receipts')))).toMatchObject([{ id: own.id }])
  await db
    .updateTable('agencies')
    .set({ delete_after: '2026-03-03T00:00:00.000Z' })
    .where('id', '=', world.home.agencyId)
    .execute()
  await purgeAgencies(ctxFor(services, null, TEST_NOW))
  expect(kept()).toBe(1)
  expect((await download(world.admin, platform.id)).status).toBe(200)
})
