import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { cookieFor, startApp } from '#tests/support/http.ts'
import { draftFor } from '#tests/support/money.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const services = testServices(db, { config: { trustProxy: 1 } })
  const { url } = await startApp(services)
  const owner = callerAs(db, home.owner)
  // Documents are kept by what they show: another test's must not be found.
  const draft = { ...draftFor(home.client.clientId), title: crypto.randomUUID() }
  const { id } = await owner.invoices.save(draft)
  const print = async (person: SeedPerson | null, path: string, ip = '198.51.100.7') => {
    const cookie = person === null ? '' : await cookieFor(services, person.userId)
    return fetch(url + path, { headers: { cookie, 'x-forwarded-for': ip } })
  }
  const bytes = async (...asked: Parameters<typeof print>) =>
    Buffer.from(await (await print(...asked)).arrayBuffer())
  return { db, home, owner, draft, id, path: `/documents/invoices/${id}.pdf`, print, bytes }
}

const textOf = async (pdf: Buffer) => (await extractText(new Uint8Array(pdf), { mergePages: true })).text

async function sendWithLink({ owner, id }: Awaited<ReturnType<typeof setUp>>) {
  await owner.invoices.send({ id })
  const { url } = await owner.invoices.createPayLink({ id })
  return `/documents/pay/${new URL(url).searchParams.get('token')}`
}

test('a sent invoice is rendered once for all who print it, at once or later', async () => {
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
  // A rendering carries the instant it was made: equal bytes are the same one.
  for (const other of others) expect(other.equals(first)).toBe(true)
})

test('what was paid since, and a new letterhead, is printed', async () => {
  const world = await setUp()
  await sendWithLink(world)
  const { db, home, owner, id, path, bytes } = world
  expect(await textOf(await bytes(home.client, path))).not.toContain('Paid')
  await owner.payments.recordManual({
    invoice_id: id,
    amount: 100_000,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })
  const paid = await textOf(await bytes(home.client, path))
  expect(paid).toContain('Paid')
  expect(paid).toContain('$2,600.00 USD')
  await db
    .updateTable('agencies')
    .set({ invoice_details: 'VAT DE123456789' })
    .where('id', '=', home.agencyId)
    .execute()
  expect(await textOf(await bytes(home.client, path))).toContain('VAT DE123456789')
})

test('a draft is rendered for each look at it', async () => {
  const { home, path, bytes } = await setUp()
  const first = await bytes(home.owner, path)
  expect((await bytes(home.owner, path)).equals(first)).toBe(false)
})

test('who asks for many documents at once is told to try again, and when', async () => {
  const { home, path, print } = await setUp()
  const answers = await Promise.all(Array.from({ length: 8 }, () => print(home.owner, path)))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3)
  for (const answer of refused) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '5'])
    expect((await answer.json()).error).toEqual({
      code: 'TOO_MANY_REQUESTS',
      message: 'You have other documents under way. Please try again in a few seconds.',
      reason: 'busy',
      retry_after: 5,
    })
  }
})

test('a pay link is printed thirty times in ten minutes, from wherever; an address prints ninety', async () => {
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
