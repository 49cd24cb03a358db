import { expect, test } from 'vitest'
import { conflict } from '#server/base/core/calls/errors.ts'
import { atOnce, TIMES } from '#tests/support/at-once.ts'
import { addProject, setUpWorld } from '../../work/projects/setup.ts'
import { on, setUpApproved, setUpWeek } from './setup.ts'

const TITLE = { title: 'March', due_date: '2026-04-01' }

test('a week is either withdrawn or approved', async () => {
  const { employee, owner } = await setUpWeek()
  for (let time = 0; time < TIMES; time += 1) {
    const sheet = await employee.timesheets.submit({ date: '2026-03-04' })
    const { id, version } = sheet
    const [withdrawn, approved] = await atOnce(
      employee.timesheets.withdraw({ id, version }),
      owner.timesheets.review({ id, version, decision: 'approved' }),
    )
    expect([withdrawn, approved]).toEqual([!approved, !withdrawn])
    const { items } = await owner.timesheets.list({ whose: 'agency' })
    expect(items.map(({ status }) => status)).toEqual(approved ? ['approved'] : [])
    if (!approved) continue
    const [sheetNow] = items
    await owner.timesheets.undoApproval({ id, version: sheetNow?.version ?? 0 })
    await employee.timesheets.withdraw({ id, version: (sheetNow?.version ?? 0) + 1 })
  }
})

test('time recorded while its week is submitted is part of it, or refused', async () => {
  const { employee, owner, db } = await setUpWeek()
  for (let time = 0; time < TIMES; time += 1) {
    const before = (await employee.workLog.list({})).items
    const [submitted] = await atOnce(
      employee.timesheets.submit({ date: '2026-03-04' }),
      employee.workLog.save({ time: on('2026-03-05', '1h') }),
      employee.workLog.start({ note: 'Layout' }),
      ...before.map(({ id, version }) =>
        employee.workLog.save({ id, version, time: on('2026-03-02', '3h') }),
      ),
      ...before.slice(-1).map(({ id }) => employee.workLog.delete({ id })),
    )
    const entries = await db.selectFrom('time_entries').select(['timesheet_id', 'duration_seconds']).execute()
    const { items } = await owner.timesheets.list({ whose: 'agency' })
    const [sheet] = items
    expect(items).toHaveLength(submitted ? 1 : 0)
    expect(new Set(entries.map((entry) => entry.timesheet_id))).toEqual(new Set([sheet?.id ?? null]))
    if (sheet !== undefined) {
      expect(sheet.total_seconds).toBe(entries.reduce((sum, entry) => sum + entry.duration_seconds, 0))
      await employee.timesheets.withdraw({ id: sheet.id, version: sheet.version })
    }
    if ((await employee.workLog.timer()) !== null) await employee.workLog.stop()
  }
})

test.each(['invoice', 'payout'])('an approval is either undone or used (%s)', async (paper) => {
  const { employee, owner, input } = await setUpApproved()
  for (let time = 0; time < TIMES; time += 1) {
    const { items } = await owner.timesheets.list({ whose: 'agency' })
    const [sheet] = items
    if (sheet === undefined) throw new Error('No week found')
    const use = async () => {
      if (paper === 'invoice') return owner.invoices.fromTime({ ...input, ...TITLE })
      if ((await owner.payouts.fromHours({})).length === 0) throw conflict('This time')
    }
    const [undone, used] = await atOnce(
      owner.timesheets.undoApproval({ id: sheet.id, version: sheet.version }),
      use(),
    )
    expect([undone, used]).toEqual([!used, !undone])
    if (used) return
    const again = await employee.timesheets.list({})
    const version = again.items[0]?.version ?? 0
    await owner.timesheets.review({ id: sheet.id, version, decision: 'approved' })
  }
})

test('an entry is billed as it currently is, or not at all', async () => {
  const { owner, db, world } = await setUpWorld()
  const project_id = await addProject(db, world.home, 'Website', { billing_rate: 10_000 })
  const input = { client_id: world.home.client.clientId, group_by: 'task', ...TITLE } as const
  for (let time = 0; time < TIMES; time += 1) {
    const [changed, deleted] = [
      await owner.workLog.save({ project_id, time: on('2026-03-02', '1h') }),
      await owner.workLog.save({ project_id, time: on('2026-03-03', '2h') }),
    ]
    await atOnce(
      owner.workLog.save({
        id: changed.id,
        version: changed.version,
        project_id,
        time: on('2026-03-02', '5h'),
      }),
      owner.workLog.delete({ id: deleted.id }),
      owner.invoices.fromTime(input),
    )
    const billed = await db
      .selectFrom('invoice_items')
      .innerJoin('time_entries', 'time_entries.invoice_line_id', 'invoice_items.id')
      .select((eb) => ['invoice_items.seconds', eb.fn.sum<number>('duration_seconds').as('recorded')])
      .groupBy(['invoice_items.id', 'invoice_items.seconds'])
      .execute()
    expect(billed.map(({ recorded }) => Number(recorded))).toEqual(
      billed.map(({ seconds }) => Number(seconds)),
    )
    const [all] = await db
      .selectFrom('invoice_items')
      .select((eb) => eb.fn.sum('seconds').as('seconds'))
      .execute()
    const [recorded] = await db
      .selectFrom('time_entries')
      .select((eb) => eb.fn.sum('duration_seconds').as('seconds'))
      .where('invoice_id', 'is not', null)
      .execute()
    expect(Number(recorded?.seconds)).toBe(Number(all?.seconds))
  }
})
