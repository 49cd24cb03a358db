import { expect, test } from 'vitest'
import { yearStart } from '#server/money/ledger/periods/queries/year-end.ts'
import { callerAs } from '#tests/support/caller.ts'
import {
  CLOSED_UNTIL,
  closedFigures,
  EXPENSE,
  IN_MARCH,
  liveFebruary,
  TODAY,
} from '#tests/support/money/closed-period.ts'
import { depositOf } from '#tests/support/money/money.ts'
import { setPassword } from '#tests/support/passwords.ts'

const PASSWORD = 'correct horse battery'
const LOCKED = { soft_until: CLOSED_UNTIL, hard_until: null, version: 0 }
const CLOSED = { soft_until: null, hard_until: CLOSED_UNTIL, version: 0 }

async function withPassword() {
  const month = await liveFebruary()
  await setPassword(month.db, PASSWORD)
  return month
}

const auditOf = async ({ db }: Awaited<ReturnType<typeof liveFebruary>>, action: string) =>
  (await db.selectFrom('audit_log').select('detail').where('action', '=', action).execute()).map(
    ({ detail }) => detail,
  )

test('a locked period is changed only if the owner confirms it', async () => {
  const { owner, rows, clientId } = await liveFebruary()
  await owner.finance.setLocks(LOCKED)
  const day = '2026-02-15'
  const acts: ((confirm_period?: boolean) => Promise<unknown>)[] = [
    (confirm_period) =>
      owner.payments.recordManual({ ...depositOf(clientId, 1_00), paid_on: day, confirm_period }),
    (confirm_period) => owner.finance.saveExpense({ ...EXPENSE, spent_on: day, confirm_period }),
    (confirm_period) =>
      owner.finance.saveExpense({ ...EXPENSE, id: rows.expense.id, amount: 238_00, confirm_period }),
    (confirm_period) => owner.finance.deleteExpense({ id: rows.expense.id, confirm_period }),
    (confirm_period) =>
      owner.invoices.writeOff({ id: rows.credited, reason: 'Gone', written_off_on: day, confirm_period }),
    (confirm_period) => owner.invoices.void({ id: rows.invoice, confirm_period }),
  ]
  for (const act of acts) {
    for (const answer of [undefined, false]) {
      await expect(act(answer)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('which are being closed'),
        cause: { details: { reason: 'period_locked' } },
      })
    }
    await act(true)
  }
  expect((await owner.invoices.get({ id: rows.invoice })).status).toBe('void')
  expect((await owner.finance.summary({ to: CLOSED_UNTIL })).current.expenses).toBe(100_00)
})

test('closing moves forward, and each change says who made it and when', async () => {
  const { owner, world, at } = await liveFebruary()
  await owner.finance.setLocks({ ...CLOSED, hard_until: '2026-01-31' })
  const periods = await at(IN_MARCH).finance.setLocks({ ...CLOSED, version: 1 })
  const by = { set_by_name: world.home.owner.name, set_at: IN_MARCH.toISOString(), act: 'set' }
  expect(periods).toMatchObject({
    hard_until: CLOSED_UNTIL,
    version: 2,
    history: [
      { hard_until: CLOSED_UNTIL, ...by },
      { hard_until: '2026-01-31', ...by },
    ],
  })
  // Set to the same date again, it is unchanged.
  expect((await owner.finance.setLocks({ ...CLOSED, version: 2 })).version).toBe(2)
})

test.for([
  ['a day that isn’t over', { hard_until: TODAY }, 'BAD_REQUEST'],
  ['a day in the future', { soft_until: '2026-12-31', hard_until: null }, 'BAD_REQUEST'],
  [
    'a warning within the closed periods',
    { soft_until: '2026-02-01', hard_until: '2026-02-28' },
    'BAD_REQUEST',
  ],
  ['the year 0000', { hard_until: '0000-01-01' }, 'BAD_REQUEST'],
  ['a zero byte', { hard_until: '2026-02-28\u0000' }, 'BAD_REQUEST'],
  ['an outdated version', { version: 7 }, 'CONFLICT'],
] as const)('closing refuses %s', async ([, input, code]) => {
  const { owner } = await liveFebruary()
  await expect(owner.finance.setLocks({ ...CLOSED, ...input })).rejects.toMatchObject({ code })
})

test('closed periods are reopened only with the password and a reason, both recorded in the audit log', async () => {
  const month = await withPassword()
  const { owner, rows } = month
  await owner.finance.setLocks(CLOSED)
  for (const hard_until of [null, '2026-01-31']) {
    await expect(owner.finance.setLocks({ ...CLOSED, hard_until, version: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      cause: { details: { reason: 'needs_password' } },
    })
  }
  const reopening = { hard_until: '2026-01-31', reason: 'A missing receipt', version: 1 }
  await expect(owner.finance.reopenPeriods({ ...reopening, password: 'guess' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: { details: { reason: 'wrong_password' } },
  })
  await expect(
    owner.finance.reopenPeriods({ ...reopening, hard_until: '2026-03-01', password: PASSWORD }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const reopened = await owner.finance.reopenPeriods({ ...reopening, password: PASSWORD })
  expect(reopened).toMatchObject({ hard_until: '2026-01-31', history: [{ act: 'reopened' }, { act: 'set' }] })
  expect(await auditOf(month, 'periods.reopened')).toEqual([
    'Closed up to Feb 28, 2026 → Jan 31, 2026, with password: A missing receipt',
  ])
  await owner.payments.recordManual({
    invoice_id: rows.invoice,
    amount: 1_00,
    method: 'cash',
    paid_on: '2026-02-15',
    request_id: crypto.randomUUID(),
  })
})

test('of twenty concurrent attempts to close, one succeeds', async () => {
  const { owner } = await liveFebruary()
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => owner.finance.setLocks(CLOSED)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await owner.finance.periods()).history).toHaveLength(1)
})

test('another agency’s lock dates have no effect', async () => {
  const { db, world, owner, clientId } = await liveFebruary()
  await callerAs(db, world.foreign.owner, { now: IN_MARCH }).finance.setLocks(CLOSED)
  await owner.payments.recordManual({ ...depositOf(clientId, 1_00), paid_on: '2026-02-15' })
  expect(await owner.finance.periods()).toEqual({
    soft_until: null,
    hard_until: null,
    version: 0,
    history: [],
  })
})

test('a period with missing exchange rates can’t be closed', async () => {
  const { db, owner, rows } = await liveFebruary()
  const unknown = { currency: 'EUR', booking_rate: null, base_total: null }
  await db.updateTable('invoices').set(unknown).where('id', '=', rows.invoice).execute()
  await expect(owner.finance.setLocks(CLOSED)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: '1 amount has no exchange rate up to Feb 28, 2026. Enter it first, under Taxes.',
  })
  await owner.finance.setLocks(LOCKED)
  const rate = { currency: 'EUR', rate: '1.1' }
  await expect(owner.invoices.enterRate(rate)).rejects.toMatchObject({ code: 'CONFLICT' })
  await owner.invoices.enterRate({ ...rate, confirm_period: true })
  await owner.finance.setLocks({ ...CLOSED, version: 1 })
})

test('a fiscal year is closed after its check list, with its totals', async () => {
  const month = await liveFebruary()
  const { db, agencyId, owner, at, rows } = month
  const { unmapped_rates: _, ambiguous_rates: __, ...accounts } = await owner.finance.accounts()
  await owner.finance.saveAccounts({ ...accounts, fiscal_year_month: 3 })
  await owner.invoices.save({
    client_id: month.clientId,
    title: 'Draft',
    due_date: '2026-03-20',
    items: [{ description: 'Work', quantity: 1, rate: 1 }],
  })
  await db
    .updateTable('invoices')
    .set({ created_at: '2026-02-20T10:00:00.000Z' })
    .where('status', '=', 'draft')
    .execute()
  const end = await owner.finance.yearEnd()
  expect(end).toMatchObject({
    year: { from: '2025-03-01', to: CLOSED_UNTIL },
    checks: [
      { check: 'drafts', count: 1 },
      { check: 'pending_payments', count: 1 },
      { check: 'missing_rates', count: 0 },
      { check: 'differences', count: 0 },
    ],
    totals: { currency: 'USD', expenses: 100_00, tax_collected: 76_00, input_tax: 19_00 },
  })
  const closing = { to: CLOSED_UNTIL, version: 0 }
  await expect(owner.finance.closeYear(closing)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/^Invoice drafts: 1\./),
  })
  await expect(
    owner.finance.closeYear({ ...closing, to: '2026-01-31', accepted: ['drafts', 'pending_payments'] }),
  ).rejects.toMatchObject({ code: 'CONFLICT', cause: { details: { reason: 'not_next_year' } } })
  const before = await closedFigures(db, owner, agencyId)
  const accepted = ['drafts', 'pending_payments'] as const
  expect(await owner.finance.closeYear({ ...closing, accepted: [...accepted] })).toMatchObject({
    hard_until: CLOSED_UNTIL,
    year: null,
    totals: null,
  })
  expect((await auditOf(month, 'periods.year-closed'))[0]).toMatch(
    /^Mar 01, 2025 to Feb 28, 2026: revenue .+, expenses .+, tax collected .+, input tax /,
  )
  await owner.finance.deleteExpense({ id: rows.expense.id })
  expect(await closedFigures(db, owner, agencyId)).toBe(before)
  expect((await at(new Date('2027-03-01T10:00:00.000Z')).finance.yearEnd()).year).toEqual({
    from: '2026-03-01',
    to: '2027-02-28',
  })
})

test('a fiscal year begins in its first month', () => {
  expect(yearStart('2026-03-31', 4)).toBe('2025-04-01')
  expect(yearStart('2026-04-01', 4)).toBe('2026-04-01')
  expect(yearStart('2026-12-31', 1)).toBe('2026-01-01')
})
