import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { AgencyCtx } from '#server/base/core/context.ts'
import { transact } from '#server/base/core/transaction.ts'
import { newId } from '#server/base/db/values.ts'
import { payOutTime } from '#server/time/timesheets/commands/bill-time.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { exported } from '#tests/support/exported.ts'
import { counts, harvestHours, importing, setUpImports } from '#tests/support/imports.ts'

type Setting = Awaited<ReturnType<typeof setUpImports>>

const made = async ({ db, world, owner }: Setting, text: string, order: 'dmy' | 'mdy' | null = null) => {
  const { plan, done } = await importing({ db, owner, text }, world.home.owner, () => ({ date_order: order }))
  expect(done.result?.made).toEqual(plan.made)
  return plan.made.entry
}

const rewritten = (text: string, form: string) => text.replaceAll(/(\d{4})-(\d\d)-(\d\d)/g, form)

describe('time imported again', () => {
  test('from a longer report creates only new entries', async () => {
    const { db, world, owner } = await setUpImports()
    await importing({ db, owner, text: harvestHours(10) }, world.home.owner)
    const { plan, done } = await importing({ db, owner, text: harvestHours(15) }, world.home.owner)
    expect(plan.made).toEqual({ client: 0, project: 0, task: 0, comment: 0, entry: 5 })
    expect(done.result?.made).toEqual(plan.made)
    expect(await counts(db)).toMatchObject({ time_entries: 15, projects: 1 })
  })

  test.each([
    ['with points', '$3.$2.$1', null],
    ['with the month first', '$2/$3/$1', null],
    ['in an order that the file doesn’t show', '$3/$2/$1', 'dmy'],
  ] as const)('is recognized after a spreadsheet has written its dates %s', async (_form, form, order) => {
    const rows = order === null ? 15 : 11
    const setting = await setUpImports()
    expect(await made(setting, harvestHours(rows - 5))).toBe(rows - 5)
    expect(await made(setting, rewritten(harvestHours(rows), form), order)).toBe(5)
    expect(await made(setting, harvestHours(rows))).toBe(0)
  })

  test('is recognized after a spreadsheet has changed its line breaks', async () => {
    const setting = await setUpImports()
    const [header, row = ''] = harvestHours(1).split('\n')
    const text = (lines: string) => `${header}\n${row.replace('Row 0', `"First${lines}second"`)}`
    expect(await made(setting, text('\n'))).toBe(1)
    expect(await made(setting, text('\r\n'))).toBe(0)
  })

  test('is recognized in a Toggl report with rounded durations', async () => {
    const setting = await setUpImports()
    const text = exported('toggl.csv').replaceAll('00:15:00', '00:18:25')
    expect(await made(setting, text)).toBe(3)
    expect(await made(setting, text.replaceAll('00:18:25', '0.31 h'))).toBe(0)
    expect(await made(setting, text.replaceAll('Standup', 'Meeting'))).toBe(2)
  })

  test('is recognized if an earlier version imported it', async () => {
    const setting = await setUpImports()
    const { db } = setting
    const dated = rewritten(harvestHours(1), '$3.$2.$1')
    const formerIds = [
      ['Home Employee', '01.01.2026', 3600, 'Lumen Labs', 'Portal', null, 'Design', 'Row 0'],
      [
        'home.employee@example.test',
        '2026-02-10',
        '09:00:00',
        5400,
        'Lumen Labs',
        'Portal',
        'Build',
        '=HYPERLINK("x") 🚀',
      ],
    ].map((content) => createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 40))
    const [header, first] = exported('toggl.csv').split('\n')
    for (const [at, text] of [dated, `${header}\n${first}`].entries()) {
      expect(await made(setting, text)).toBe(1)
      await db
        .updateTable('import_items')
        .set({ external_id: formerIds[at] ?? '' })
        .where('kind', '=', 'entry')
        .where('source', '=', at === 0 ? 'harvest' : 'toggl')
        .execute()
      expect(await made(setting, text)).toBe(0)
    }
  })
})

test('imported time can be set as paid elsewhere later, except what a payout covers', async () => {
  const { db, world, owner } = await setUpImports()
  const { userId: user_id } = world.home.employee
  const { done } = await importing({ db, owner, text: harvestHours(3) }, world.home.owner, () => ({}))
  const { id, version } = await owner.timesheets.submitFor({ user_id, date: '2026-01-01' })
  await owner.timesheets.review({ id, version, decision: 'approved' })
  const unpaid = async () => (await owner.payouts.preview()).map(({ seconds }) => seconds / 3600)
  expect(await unpaid()).toEqual([3])
  const paid = (paid_until: string | null, by = owner) => by.imports.setPaidUntil({ id: done.id, paid_until })
  expect(await paid('2026-01-02')).toEqual({ paid: 2, payable: 0 })
  expect(await unpaid()).toEqual([1])
  expect((await owner.imports.get({ id: done.id })).mapping.paid_until).toBe('2026-01-02')
  await expect(paid(null, callerAs(db, world.foreign.owner))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await paid('2026-01-01')).toEqual({ paid: 0, payable: 1 })
  await owner.payouts.fromHours({})
  await paid(null)
  expect(await unpaid()).toEqual([1])
  await owner.imports.undo({ id: done.id })
  await expect(paid('2026-01-02')).rejects.toThrow('isn’t finished')
})

test('time set as paid elsewhere while a payout for it is created isn’t paid out', async () => {
  const { db, world, owner } = await setUpImports()
  const { done } = await importing({ db, owner, text: harvestHours(2) }, world.home.owner)
  const entries = await db.selectFrom('time_entries').select('id').execute()
  const ids = entries.map(({ id }) => id)
  await owner.imports.setPaidUntil({ id: done.id, paid_until: '2026-01-31' })
  const paid = transact(ctxFor(db, world.home.owner, TEST_NOW) as AgencyCtx, (tx) =>
    payOutTime(tx, ids, newId()),
  )
  await expect(paid).rejects.toMatchObject({ code: 'CONFLICT' })
})
