import { expect, test } from 'vitest'
import { issuedShares } from '#server/money/ledger/profit/queries/issued-documents.ts'
import { issuedSums } from '#server/money/ledger/profit/queries/issued-sums.ts'
import { scopeOf } from '#server/money/ledger/profit/queries/scope.ts'
import { type ProfitSum, partsOf } from '#shared/money/ledger/profit-split.ts'
import { ctxFor } from '#tests/support/caller.ts'
import { seedsHere } from '#tests/support/databases/random-cases.ts'
import { enterMonth, LAST_DAY, ownerOfMany, type ProfitWorld, setUpProfit } from './setup.ts'

const DUE = { due_date: LAST_DAY }

/** Documents whose projects differ from those of their lines: billed hours, a job paid in advance, a late fee. */
async function enterUnusual(world: ProfitWorld): Promise<void> {
  const { any, client_id, db, projects, upTo } = world
  const { owner } = world.on('2026-03-29')
  const line = (more: object = {}) => ({
    description: 'Work',
    quantity: 1,
    rate: 1000 + upTo(9000),
    tax_bps: any([700, 1900]),
    ...more,
  })
  const time = await owner.invoices.fromTime({ client_id, title: 'Hours', ...DUE })
  const { items } = await owner.invoices.get({ id: time.id })
  await owner.invoices.send({ id: time.id })
  const [earlier] = items
  // Simulates lines from before they had projects.
  await db
    .updateTable('invoice_items')
    .set({ project_id: null })
    .where(
      'id',
      'in',
      items
        .slice(0, any([0, 1, items.length]))
        .map(({ id }) => id)
        .concat(''),
    )
    .execute()
  if (any([true, false])) {
    await db
      .updateTable('time_entries')
      .set({ invoice_line_id: null })
      .where('invoice_line_id', '=', earlier?.id ?? '')
      .execute()
  }
  const ofProject = { client_id, project_id: any(projects), ...DUE }
  const advance = await owner.invoices.save({
    ...{ ...ofProject, title: 'In advance', stage: 'advance' },
    items: [line({ rate: 501, tax_bps: 1900 })],
  })
  await owner.invoices.send({ id: advance.id })
  await owner.payments.recordManual({
    ...{ invoice_id: advance.id, amount: advance.amount, method: 'bank', request_id: crypto.randomUUID() },
  })
  const final = await owner.invoices.save({
    ...{ ...ofProject, title: 'Job', stage: 'final', advance_ids: [advance.id] },
    items: [line({ tax_bps: 1900 }), line({ project_id: any(projects), tax_bps: 1900 })],
  })
  await owner.invoices.send({ id: final.id })
  const fee = await owner.invoices.save({ ...ofProject, title: 'Late', items: [line()] })
  await owner.invoices.send({ id: fee.id })
  await db.updateTable('invoices').set({ late_fee_of: time.id }).where('id', '=', fee.id).execute()
}

function byKey(sums: readonly ProfitSum[]): Record<string, number> {
  const groups = Map.groupBy(sums, ({ part, project_id, client_id }) => `${part} ${project_id} ${client_id}`)
  return Object.fromEntries(
    [...groups]
      .map(([key, same]) => [key, same.reduce((total, { amount }) => total + amount, 0)] as const)
      .filter(([, amount]) => amount !== 0),
  )
}

test.for(seedsHere(7, 20_260_329, 4))(
  'the sums by SQL equal those of documents split one by one, seed %i',
  async (seed) => {
    const world = await setUpProfit(seed)
    await enterMonth(world, '2026-03')
    await enterUnusual(world)
    const ctx = ctxFor(world.db, world.home.owner)
    for (const record of [
      {},
      { client_id: world.client_id },
      ...world.projects.map((project_id) => ({ project_id })),
    ]) {
      const scope = await scopeOf(ctx, { basis: 'issued', ...record })
      const shares: ProfitSum[] = []
      for (const part of ['invoices', 'credit_notes'] as const) {
        for await (const page of issuedShares(ctx, scope, part)) shares.push(...page)
      }
      const expected = byKey(shares)
      expect(expected).not.toEqual({})
      for (const atOnce of [1, 4, undefined]) {
        expect(byKey((await issuedSums(ctx, scope, { split: true }, atOnce)).sums)).toEqual(expected)
        const whole = await issuedSums(ctx, scope, { split: false }, atOnce)
        expect(partsOf(whole.sums)).toEqual(partsOf(shares))
      }
    }
  },
)

test('a profit takes the same number of statements for more documents', async () => {
  const { owner, statements } = await ownerOfMany()
  const { parts } = await owner.finance.profit({})
  expect(parts.invoices).toBeGreaterThan(0)
  expect(parts.hours).toBeGreaterThan(0)
  expect(statements).toHaveLength(7)
})

test('no statement sums up more documents than its limit, for an agency or one client', async () => {
  const { ctx, owner, statements } = await ownerOfMany()
  const [client] = (await owner.clients.list({})).items
  for (const record of [{}, { client_id: client?.id ?? '' }]) {
    const scope = await scopeOf(ctx, { basis: 'issued', ...record })
    const { sums } = await issuedSums(ctx, scope, { split: false })
    statements.length = 0
    const inParts = await issuedSums(ctx, scope, { split: false }, 10)
    expect(partsOf(inParts.sums)).toEqual(partsOf(sums))
    const spans = statements.filter(({ sql }) => sql.includes('invoice_items'))
    expect(spans.length).toBeGreaterThan(1)
    for (const { sql } of spans) expect(sql).toMatch(/"issued_on" >= .*"issued_on" <= /)
  }
})

test('the rows of a part, together with those left out, add up to it', async () => {
  const { owner, statements } = await ownerOfMany()
  const { parts } = await owner.finance.profit({})
  statements.length = 0
  const { rows, others } = await owner.finance.profitRows({ part: 'invoices' })
  expect(statements.length).toBeLessThanOrEqual(8)
  expect([rows.length, others.count]).toEqual([100, 890])
  expect(rows.reduce((sum, { amount }) => sum + amount, others.amount)).toBe(parts.invoices)
  const dates = rows.map(({ date }) => date ?? '')
  expect(dates).toEqual(dates.toSorted().toReversed())
})
