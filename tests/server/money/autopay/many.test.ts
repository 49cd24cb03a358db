import { expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { announceCharges } from '#server/money/autopay/commands/announce.ts'
import { chargeByAutopay } from '#server/money/autopay/commands/charge.ts'
import { ctxFor } from '#tests/support/caller.ts'
import { atNoon, DUE, setUpCharged } from '#tests/support/money/autopay.ts'

/** More than a page of what the jobs read. */
const MANY = 1200

/** Invoices like the given one, due a day before it, each with notice that it is charged a day after it. */
async function addAnnounced(db: Db, invoiceId: string): Promise<void> {
  const invoice = await db
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: MANY }, (_, index) => ({
    ...invoice,
    id: crypto.randomUUID(),
    number: `MANY-${index}`,
    due_on: '2026-04-02',
  }))
  const notice = { occasion: 'autopay', sent_at: invoice.created_at, charge_on: '2026-04-04' }
  for (let start = 0; start < MANY; start += 100) {
    const some = copies.slice(start, start + 100)
    await db.insertInto('invoices').values(some).execute()
    await db
      .insertInto('invoice_reminders')
      .values(some.map(({ id, total }) => ({ invoice_id: id, ...notice, charge_amount: total })))
      .execute()
  }
}

/** The same database, which records the length of the lists in its statements. */
function notingLists(db: Db, lengths: number[]): Db {
  return db.withPlugin({
    transformQuery: ({ node }) => {
      JSON.stringify(node, (_key, part: { kind?: string; values?: unknown[] } | undefined) => {
        if (part?.kind === 'PrimitiveValueListNode') lengths.push(part.values?.length ?? 0)
        return part
      })
      return node
    },
    transformResult: async ({ result }) => result,
  }) as Db
}

test("invoices that aren't due yet delay no others, however many, and no statement lists all of them", async () => {
  const { db, invoiceId, attempts, mails } = await setUpCharged()
  await addAnnounced(db, invoiceId)
  const lengths: number[] = []
  const noting = notingLists(db, lengths)
  await announceCharges(ctxFor(noting, null, atNoon('2026-03-31')))
  expect(await mails(/^Your card will be charged/)).toHaveLength(1)
  expect(await chargeByAutopay(ctxFor(noting, null, DUE))).toBe(1)
  expect(await attempts()).toMatchObject([{ outcome: 'succeeded', charged_on: '2026-04-03' }])
  expect(Math.max(...lengths)).toBeLessThan(MANY)
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(MANY)
})
