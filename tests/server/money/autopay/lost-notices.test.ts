import { CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { isSqlite } from '#migrations/ddl.ts'
import type { Db } from '#server/base/db/schema.ts'
import { resumeNotices, withdrawLost } from '#server/money/autopay/commands/withdraw-notices.ts'
import { ctxFor } from '#tests/support/caller.ts'
import { recording } from '#tests/support/databases/recording.ts'
import { atNoon, setUpCharged } from '#tests/support/money/autopay.ts'
import { sendInvoiceTo } from '#tests/support/money/money.ts'

const MANY = 3000

/** Failed emails that announce nothing. */
async function addFailed(db: Db): Promise<void> {
  const mail = await db.selectFrom('mail_outbox').selectAll().limit(1).executeTakeFirstOrThrow()
  const failed = { ...mail, status: 'failed' as const, notice_of: null, notice_on: null }
  for (let start = 0; start < MANY; start += 100) {
    const copies = Array.from({ length: 100 }, () => ({ ...failed, id: crypto.randomUUID() }))
    await db.insertInto('mail_outbox').values(copies).execute()
  }
  if (!isSqlite(db as never)) await sql`analyze mail_outbox`.execute(db)
}

async function planOf(db: Db, { sql: text, parameters }: { sql: string; parameters: readonly unknown[] }) {
  const explain = isSqlite(db as never) ? 'explain query plan' : 'explain'
  const { rows } = await db.executeQuery<Record<string, string>>(
    CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
  )
  return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n')
}

test('lost notices are found by their own index, however many emails failed', async () => {
  const { db } = await setUpCharged()
  await addFailed(db)
  const recorded = recording(db)
  await withdrawLost(ctxFor(recorded.db, null, atNoon('2026-03-31')))
  expect(recorded.statements).toHaveLength(1)
  for (const statement of recorded.statements) {
    const plan = await planOf(db, statement)
    expect(plan).toMatch(/INDEX mail_outbox_lost|Index (Only )?Scan using mail_outbox_lost/)
    expect(plan).not.toMatch(/SCAN (mail|invoices)|Seq Scan on mail_outbox/)
  }
})

test('notices that reached nobody are compared with new addresses in a fixed number of statements', async () => {
  const { db, world, owner, resume } = await setUpCharged()
  const counts: number[] = []
  for (const more of [0, 4]) {
    for (let index = 0; index < more; index += 1) await sendInvoiceTo(owner, world.home.client.clientId)
    await resume(atNoon('2026-03-31'))
    await db.updateTable('mail_outbox').set({ status: 'failed' }).where('notice_of', 'is not', null).execute()
    await resume(atNoon('2026-03-31'))
    const recorded = recording(db)
    await resumeNotices(ctxFor(recorded.db, null, atNoon('2026-03-31')))
    counts.push(recorded.statements.length)
  }
  expect(await owner.stoppedWork.list()).toHaveLength(5)
  expect(counts).toEqual([4, 4])
})
