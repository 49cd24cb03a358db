import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { toCamt } from '#tests/support/money/bank/bank-files.ts'
import { importFile, lineOf, statementOf } from '#tests/support/money/bank/bank-import.ts'
import {
  CLOSED_UNTIL,
  closedFigures,
  IN_FEBRUARY,
  liveFebruary,
  TODAY,
} from '#tests/support/money/closed-period.ts'
import { addProject } from '../../../work/projects/setup.ts'

/** A contributor's hours on a project and a bonus, worked and paid in February, which has since been closed. */
async function closedFebruary() {
  const month = await liveFebruary()
  const { db, world, agencyId } = month
  const website = await addProject(db, world.home, 'Website')
  const owner = month.at(IN_FEBRUARY)
  const contributor = callerAs(db, world.home.employee, { now: IN_FEBRUARY })
  const time = { kind: 'duration', date: '2026-02-09', duration: '2h' } as const
  await contributor.workLog.save({ project_id: website, time })
  const sheet = await contributor.timesheets.submit({ date: '2026-02-09' })
  await owner.timesheets.review({ id: sheet.id, version: sheet.version, decision: 'approved' })
  const [hours] = await owner.payouts.fromHours({})
  const { employeeId: employee_id } = world.home.employee
  const bonus = await owner.payouts.create({ employee_id, description: 'Bonus', amount: 50_00 })
  const payouts = [hours?.id ?? '', bonus.id]
  const lines = [
    lineOf(-90_00, 'Hours', { day: '2026-02-09' }),
    lineOf(-50_00, 'Bonus', { day: '2026-02-09' }),
  ]
  const days = { from: '2026-02-01', to: '2026-02-11' }
  await importFile(db, world.home.owner, toCamt([statementOf(lines, days)]))
  for (const line of (await owner.bank.lines({})).items) {
    const payout_id = line.amount === -90_00 ? payouts[0] : payouts[1]
    await owner.bank.accept({
      ...{ id: line.id, version: line.version, parts: [{ kind: 'payout', payout_id: payout_id ?? '' }] },
    })
  }
  await month.owner.finance.setLocks({ soft_until: null, hard_until: CLOSED_UNTIL, version: 0 })
  const figures = () => closedFigures(db, month.owner, agencyId)
  const since = async (basis: 'issued' | 'paid') =>
    (await month.owner.finance.profit({ basis, from: TODAY })).parts
  return { month, payouts, website, figures, since }
}

const bill = (payout_id: string, net: number, tax: number) =>
  ({
    ...{ payout_id, number: `R-${net}`, issued_on: '2026-02-20', tax_id: 'DE136695976', country: 'DE' },
    ...{ treatment: 'taxed' as const, tax_bps: 1900, net, tax },
  }) as const

test("payouts undone after their period was closed don't change its profit", async () => {
  const { month, payouts, website, figures, since } = await closedFebruary()
  const before = await figures()
  const { owner } = month
  const { items } = await owner.bank.lines({ status: 'matched' })
  for (const { id } of items) await owner.bank.undo({ id })
  expect(await figures()).toEqual(before)
  expect(await since('issued')).toMatchObject({ hours: 0, payouts: -50_00, expenses: 0 })
  expect(await since('paid')).toMatchObject({ hours: -90_00, payouts: -50_00, expenses: 0 })
  expect(await owner.finance.profit({ basis: 'paid', from: TODAY, project_id: website })).toMatchObject({
    cost: -90_00,
    seconds: -7200,
  })
  for (const id of payouts) await owner.payouts.cancel({ id })
  expect(await figures()).toEqual(before)
  const totals = async (basis: 'issued' | 'paid') =>
    (await owner.finance.profit({ basis, to: CLOSED_UNTIL })).parts
  expect(await totals('issued')).toMatchObject({ hours: 90_00, payouts: 50_00 })
  expect(await totals('paid')).toMatchObject({ hours: 90_00, payouts: 50_00 })
  await owner.payouts.fromHours({ paid: true })
  expect(await totals('paid')).toMatchObject({ hours: 90_00, payouts: 50_00 })
  expect(await since('paid')).toMatchObject({ hours: 0, payouts: -50_00 })
  expect(await figures()).toEqual(before)
  const ofWebsite = { basis: 'paid', from: TODAY, project_id: website } as const
  expect(await owner.finance.profit(ofWebsite)).toMatchObject({ cost: 0, seconds: 0 })
})

test("a bill for a payout of a closed period doesn't change its profit", async () => {
  const { month, payouts, figures, since } = await closedFebruary()
  const before = await figures()
  const [hours = '', bonus = ''] = payouts
  await month.owner.payouts.recordBill(bill(hours, 75_63, 14_37))
  await month.owner.payouts.recordBill(bill(bonus, 42_02, 7_98))
  expect(await figures()).toEqual(before)
  expect(await since('issued')).toMatchObject({ hours: 0, expenses: 0 })
})

test('a project in a closed period keeps its client, and its hours stay with the project', async () => {
  const { month, website, figures } = await closedFebruary()
  const { owner, world, db } = month
  const before = await figures()
  const other = await owner.clients.save({ name: 'Other', email: 'other@example.com' })
  const moveTo = async (id: string, client: string) => {
    const { name, category, start_date, delivery_date, status, version } = await owner.projects.get({ id })
    const edit = { id, name, category, start_date, delivery_date, status, version, client }
    return owner.projects.update({ ...edit, description: null, total_price: 100, progress: null })
  }
  await expect(moveTo(website, 'Other')).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/^The books are closed up to Feb 28, 2026\. This project has hours/),
  })
  expect((await owner.projects.get({ id: website })).client.id).not.toBe(other.id)
  const contributor = callerAs(db, world.home.employee, { now: IN_FEBRUARY })
  const [paid] = await db.selectFrom('time_entries').selectAll().where('project_id', '=', website).execute()
  const shop = await addProject(db, world.home, 'Shop')
  const kept = { id: paid?.id ?? '', project_id: shop, time: { kind: 'keep' } } as const
  await expect(contributor.workLog.save(kept)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await moveTo(shop, 'Other')
  expect((await owner.projects.get({ id: shop })).client.id).toBe(other.id)
  await owner.projects.setArchived({ id: website, archived: true })
  await owner.clients.setArchived({ id: month.clientId, archived: true })
  expect(await figures()).toEqual(before)
})
