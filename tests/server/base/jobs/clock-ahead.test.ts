import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Job } from '#server/base/core/context.ts'
import { catchUp, runOnce } from '#server/base/core/jobs.ts'
import { elapsedMs, hasEnded, isLongAgo, isRecent } from '#server/base/db/elapsed.ts'
import { addDays, addMinutes, toInstant } from '#server/base/db/values.ts'
import { lanesDue, leaseDue } from '#server/base/db/work-queues.ts'
import { JOBS } from '#server/domains.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'

const AHEAD = addDays(TEST_NOW, 365)

async function setUp() {
  const { db } = await createTestDatabase()
  return { db, world: await createWorld(db), services: testServices(db) }
}

test('after a start with the clock a year ahead, missed jobs are caught up on', async () => {
  const { db, world, services } = await setUp()
  const ran: string[] = []
  const daily: Job = {
    name: 'nightly-backup',
    schedule: '15 2 * * *',
    run: async () => void ran.push('daily'),
  }
  const earlier = { name: 'earlier', schedule: '* * * * *', run: async () => {} }
  await runOnce(services, earlier, addDays(TEST_NOW, -2))
  await runOnce(services, daily, AHEAD)
  ran.length = 0
  await catchUp(services, [daily])
  expect(ran).toEqual(['daily'])
  await catchUp(services, [daily])
  expect(ran).toEqual(['daily'])
  const jobs = await callerAs(db, world.admin).platform.jobs()
  const shown = jobs.find(({ name }) => name === 'nightly-backup')?.last_run
  expect(shown?.started_at).toBe(toInstant(TEST_NOW))
})

test('an email scheduled by a clock that was ahead is sent now, and one that is waiting is not', async () => {
  const { db } = await setUp()
  const mail = (id: string, next: Date) => ({
    id,
    recipient: 'me@example.test',
    subject: 'Hello',
    text: 'Hello',
    html: '',
    status: 'queued' as const,
    attempts: 1,
    next_attempt_at: toInstant(next),
    last_error: null,
    created_at: toInstant(TEST_NOW),
    sent_at: null,
  })
  await db
    .insertInto('mail_outbox')
    .values([mail('waits', addMinutes(TEST_NOW, 720)), mail('ahead', AHEAD)])
    .execute()
  expect(await lanesDue(db, 'mail_outbox', 'lane', TEST_NOW)).toEqual([null])
  const lease = () =>
    leaseDue(db, 'mail_outbox', { now: TEST_NOW, leaseMinutes: 10, narrow: (query) => query })
  expect(await lease()).toBe('ahead')
  expect(await lease()).toBeNull()
})

test('stored times count as long ago, recent or a running lease, and future times as expired', async () => {
  const { db } = await setUp()
  const answers = async (minutes: number) => {
    const at = toInstant(addMinutes(TEST_NOW, minutes))
    await db.deleteFrom('job_runs').execute()
    const run = { run_key: 'one', job: 'one', status: 'done' as const, started_at: at }
    await db
      .insertInto('job_runs')
      .values({ ...run, alive_until: null, finished_at: null, error: null })
      .execute()
    const is = async (condition: ReturnType<typeof isLongAgo>) =>
      (await db.selectFrom('job_runs').select('run_key').where(condition).execute()).length === 1
    return [
      await is(isLongAgo('started_at', TEST_NOW, 60)),
      await is(isRecent('started_at', TEST_NOW, 60)),
      await is(hasEnded('started_at', TEST_NOW, 30)),
    ]
  }
  expect(await answers(-61)).toEqual([true, false, true])
  expect(await answers(-59)).toEqual([false, true, true])
  // The clocks of two machines differ slightly.
  expect(await answers(2)).toEqual([false, true, false])
  expect(await answers(29)).toEqual([true, false, false])
  expect(await answers(60 * 24 * 365)).toEqual([true, false, true])
  expect(elapsedMs(toInstant(addMinutes(TEST_NOW, -1)), TEST_NOW)).toBe(60_000)
  expect(elapsedMs(toInstant(AHEAD), TEST_NOW)).toBe(Number.POSITIVE_INFINITY)
})

test('the cleanup removes a limit that a clock ahead would have extended by a year', async () => {
  const { db } = await setUp()
  const until = (date: Date) => date.getTime()
  await db
    .insertInto('rate_limits')
    .values([
      { key: 'ahead', points: 9, expire: until(AHEAD) },
      { key: 'running', points: 9, expire: until(addMinutes(TEST_NOW, 15)) },
    ])
    .execute()
  await JOBS.find(({ name }) => name === 'clean-up')?.run(ctxFor(db, null, TEST_NOW))
  expect(await db.selectFrom('rate_limits').select('key').execute()).toEqual([{ key: 'running' }])
})

/** Comparisons with a time before now, for which times in the future make no difference. */
const ALLOWED: Record<string, string> = {
  'server/base/core/work/commands.ts': 'deletes old rows',
  'server/base/db/job-runs.ts': 'deletes old rows',
  'server/base/db/keyed-requests.ts': 'deletes old rows',
  'server/identity/agencies/commands/count-recipients.ts': 'asks whether an agency is new',
  'server/identity/api-tokens/commands/warn-of-expiry.ts': 'asks whether a token is in use',
  'server/identity/auth/access/commands/delete-old-sign-ins.ts': 'deletes old rows',
  'server/money/invoices/queries/filters.ts': 'lists what was paid in a period',
  'server/money/ledger/expenses/commands/delete-receipts.ts': 'deletes unused files',
  'server/money/payouts/bills/commands/delete-files.ts': 'deletes unused files',
  'server/money/payments/commands/reconcile.ts': 'asks whether a voucher expired, which the provider dates',
  'server/money/plans/queries/analytics.ts': 'counts what happened in a period',
  'server/overview/imports/commands/discard.ts': 'deletes old rows',
  'server/overview/platform/agencies/queries/agencies.ts': 'counts what happened in a period',
  'server/overview/platform/backups/commands/run-backup.ts': 'deletes old rows',
  'server/overview/platform/queries/figures.ts': 'finds emails of a period',
  'server/reactions/mail/commands/erase-failed.ts': 'deletes old rows',
  'server/reactions/notifications/commands/delete-read.ts': 'deletes old rows',
  'server/reactions/notifications/commands/notify.ts': 'merges notifications of a burst',
  'server/reactions/webhooks/commands/delete-old.ts': 'deletes old rows',
  'server/work/files/commands.ts': 'deletes unsent files',
}

test('stored times are compared with a time before now only where future times make no difference', () => {
  const compared =
    /(?:<|>)=?'?,?\s*toInstant\(add(?:Days|Minutes|Seconds)\([^()]*(?:now|clock\(\)|since),\s*-/
  const found = globSync('server/**/*.ts')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => compared.test(readFileSync(file, 'utf8')))
  expect(found.toSorted()).toEqual(Object.keys(ALLOWED).toSorted())
})
