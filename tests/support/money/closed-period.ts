import { sql } from 'kysely'
import type { Db } from '#server/base/db/schema.ts'
import { newId } from '#server/base/db/values.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import { TAX_RETURNS } from '#shared/money/ledger/returns.ts'
import { TAX_BASES } from '#shared/money/ledger/taxes/tax-report.ts'
import { type Caller, callerAs } from '../caller.ts'
import { createTestDatabase } from '../databases/database.ts'
import { createWorld } from '../world.ts'
import { card, depositOf } from './money.ts'

/** Days within the period that is closed, and after it. */
export const IN_FEBRUARY = new Date('2026-02-10T10:00:00.000Z')
export const IN_MARCH = new Date('2026-03-04T10:00:00.000Z')
export const CLOSED_UNTIL = '2026-02-28'
export const TODAY = '2026-03-04'

export const EXPENSE = {
  category: 'software',
  description: 'Licence',
  amount: 119_00,
  tax_bps: 1900,
  tax_amount: 19_00,
  spent_on: '2026-02-10',
} as const

/** A month with one of each kind of dated record. */
export async function liveFebruary() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { owner: person, client: payer, agencyId } = world.home
  const { clientId } = payer
  const at = (now: Date) => callerAs(db, person, { now })
  const owner = at(IN_FEBRUARY)
  const client = callerAs(db, payer, { now: IN_FEBRUARY })
  const send = async (extra: object = {}) => {
    const { id } = await owner.invoices.save({
      client_id: clientId,
      title: 'Website',
      due_date: '2026-03-03',
      items: [{ description: 'Work', quantity: 1, rate: 100_00, tax_bps: 1900 }],
      ...extra,
    })
    await owner.invoices.send({ id, apply_credit: false })
    return id
  }
  const invoice = await send()
  const paid = await send()
  await client.payments.payInvoice({ invoice_id: paid, ...card() })
  const writtenOff = await send()
  await owner.invoices.writeOff({ id: writtenOff, reason: 'Insolvent' })
  await owner.payments.recordManual(depositOf(clientId, 150_00))
  const credited = await send()
  await owner.invoices.applyCredit({ id: credited, amount: 50_00 })
  const announcedFor = await send()
  const announced = await owner.payments.recordManual({
    invoice_id: announcedFor,
    amount: 119_00,
    method: 'bank',
    received: false,
    request_id: crypto.randomUUID(),
  })
  const expense = await owner.finance.saveExpense({ ...EXPENSE, receipt_id: await receiptOf(db, agencyId) })
  const payment = (await owner.payments.list({ invoice_id: paid })).items[0]
  if (payment === undefined) throw new Error('nothing was paid')
  const rows = { invoice, paid, writtenOff, credited, announced: announced.id, payment: payment.id, expense }
  return { db, world, agencyId, clientId, owner: at(IN_MARCH), at, rows }
}

export type February = Awaited<ReturnType<typeof liveFebruary>>

async function receiptOf(db: Db, agencyId: AgencyId): Promise<string> {
  const id = newId()
  await db
    .insertInto('expense_receipts')
    .values({
      id,
      agency_id: agencyId,
      expense_id: null,
      name: 'receipt.pdf',
      content_type: 'application/pdf',
      size: 1,
      sha256: 'aa',
      storage_key: id,
      created_at: IN_FEBRUARY.toISOString(),
    })
    .execute()
  return id
}

/** Everything that a tax office or bookkeeper reads about the period, as text. */
export async function closedFigures(
  db: Db,
  owner: Caller,
  agencyId: string,
  to: string = CLOSED_UNTIL,
): Promise<string> {
  const returns = TAX_RETURNS.flatMap((kind) =>
    TAX_BASES.map((basis) => owner.finance.taxReturn({ kind, basis, from: '2020-01-01', to })),
  )
  const [issued, paid, summary] = await Promise.all([
    owner.finance.taxReport({ to, basis: 'issued' }),
    owner.finance.taxReport({ to, basis: 'paid' }),
    owner.finance.summary({ to }),
  ])
  // Amounts due are as of today, whatever the period.
  const { outstanding: _today, ...figures } = summary
  const { rows } = await sql`
    select occurred_on, direction, category, currency, count(*) as entries, sum(amount) as amount,
      sum(base_amount) as base_amount, sum(tax) as tax, sum(base_tax) as base_tax
    from ledger_entries where agency_id = ${agencyId} and occurred_on <= ${to}
    group by occurred_on, direction, category, currency order by 1, 2, 3, 4`.execute(db)
  const earned = await Promise.all([
    owner.finance.profit({ to, basis: 'paid' }),
    owner.finance.profits({ to, basis: 'paid', by: 'project' }),
    owner.finance.profits({ to, basis: 'paid', by: 'client' }),
  ])
  const { revenue, parts } = await owner.finance.profit({ to })
  // Hours aren't booked: contributors can still record theirs.
  const profits = { earned, revenue, parts: { ...parts, hours: undefined } }
  // Names aren't figures: a client can be renamed.
  const named = (key: string, value: unknown) => (key === 'label' || key === 'name' ? undefined : value)
  // The offered returns depend on the current letterhead.
  const declared = (await Promise.all(returns)).map(({ offered: _today, ...figures }) => figures)
  return JSON.stringify({ issued, paid, declared, figures, profits, rows }, named, 1)
}

/** The entries recorded since, as amounts by day. */
export const entriesSince = async (db: Db, known: ReadonlySet<string>) =>
  (await db.selectFrom('ledger_entries').selectAll().orderBy('occurred_at').execute()).filter(
    ({ id }) => !known.has(id),
  )
