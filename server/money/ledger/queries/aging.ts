import { type ExpressionBuilder, sql } from 'kysely'
import { allocate } from '#shared/base/amounts/money.ts'
import { chargeStep } from '#shared/base/amounts/stripe-units.ts'
import { daysBetween, shiftDate } from '#shared/base/calendar.ts'
import { dateInZone } from '#shared/base/dates.ts'
import { installmentsOf } from '#shared/money/invoices/installments.ts'
import { AGE_BUCKETS, type Aging, type AgingReportDto, MAX_DEBTORS } from '#shared/money/ledger/finance.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { sumOf } from '../../../base/db/engines/dialect.ts'
import { IS_OPEN, OWED_COLUMNS, stillOwed } from '../../../base/db/open-invoices.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'

/**
 * Amounts due per client, by currency and days overdue: for the clients who owe the most, up to a limit, or
 * for all.
 */
export async function getAging(
  ctx: UserCtx,
  { most }: { most: number | null } = { most: MAX_DEBTORS },
): Promise<AgingReportDto> {
  const today = dateInZone(ctx.now, ctx.reach.booksZone)
  const [sums, debtors, currency] = await Promise.all([
    sumsByAge(ctx, today),
    most === null || ctx.reach.agencyId === null ? null : largestDebtors(ctx, most),
    agencyCurrency(ctx, ctx.reach.agencyId),
  ])
  const rows = debtors?.ids.length === 0 ? [] : await openByAge(ctx, today, debtors?.ids ?? null)
  const groups = [...Map.groupBy(rows, (row) => `${row.client_id} ${row.currency}`).values()]
  const clients = groups.flatMap((same) => {
    const [row] = same
    if (row === undefined) return []
    return [
      {
        client_id: row.client_id,
        client_name: row.client_name ?? row.payer_name ?? '',
        currency: row.currency,
        ...agingOf(same, (one) => one.due),
        base_total: same.some((one) => one.unbooked > 0) ? null : sum(same, (one) => one.base_due ?? 0),
      },
    ]
  })
  return {
    currency,
    today,
    clients: clients.toSorted(
      (one, other) =>
        (other.base_total ?? 0) - (one.base_total ?? 0) || one.client_name.localeCompare(other.client_name),
    ),
    other_clients: debtors === null ? 0 : Math.max(0, debtors.count - clients.length),
    by_currency: [...Map.groupBy(sums, (row) => row.currency)]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([code, same]) => ({ currency: code, ...agingOf(same, (row) => row.due) })),
    in_base: agingOf(sums, (row) => row.base_due ?? 0),
    without_rate: sum(sums, (row) => row.unbooked),
  }
}

/** Amounts due to the agency (or on the platform's invoices) in base currency, by days overdue. */
export const outstandingByAge = async (ctx: UserCtx, today: string): Promise<Aging> =>
  agingOf(await sumsByAge(ctx, today), (row) => row.base_due ?? 0)

/** The clients who owe the most in a currency, and the number of debtors; those without a rate come last. */
async function largestDebtors(ctx: UserCtx, most: number): Promise<{ ids: string[]; count: number }> {
  const rows = await openInvoices(ctx)
    .select(['invoices.client_id', sql<number>`count(*) over ()`.as('count')])
    .where('invoices.client_id', 'is not', null)
    .groupBy(['invoices.client_id', 'invoices.currency'])
    .orderBy(
      sql`case when count(*) = count(invoices.base_due) then sum(invoices.base_due * 1.0) else 0 end`,
      'desc',
    )
    .orderBy('invoices.client_id')
    .limit(most)
    .execute()
  return { ids: [...new Set(rows.flatMap((row) => row.client_id ?? []))], count: rows[0]?.count ?? 0 }
}

/** Totals of a client, or of all clients. */
type Sums = Omit<Row, 'client_id' | 'client_name' | 'payer_name'>

async function sumsByAge(ctx: UserCtx, today: string): Promise<Sums[]> {
  const [atOnce, installments] = await Promise.all([
    openInvoices(ctx)
      .where('invoices.instalment_due_on', 'is', null)
      .select((eb) => ['invoices.currency', ...sumsOf(eb, today)])
      .groupBy(['invoices.currency', 'age'])
      .execute(),
    openInstallments(ctx, today, null),
  ])
  return [...atOnce, ...installments]
}

interface Row {
  client_id: string | null
  client_name: string | null
  payer_name: string | null
  currency: string
  age: (typeof AGE_BUCKETS)[number]
  due: number
  base_due: number | null
  /** Invoices without an exchange rate. */
  unbooked: number
}

const sum = <Summed>(rows: readonly Summed[], of: (row: Summed) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)

function agingOf<Aged extends Pick<Row, 'age'>>(rows: readonly Aged[], of: (row: Aged) => number): Aging {
  const aging: Aging = { total: 0, not_due: 0, days_1_30: 0, days_31_60: 0, days_61_90: 0, over_90: 0 }
  for (const row of rows) {
    aging[row.age] += of(row)
    aging.total += of(row)
  }
  return aging
}

/** Each installment is aged separately. */
const openByAge = async (ctx: UserCtx, today: string, clientIds: readonly string[] | null): Promise<Row[]> =>
  (await Promise.all([openAtOnce(ctx, today, clientIds), openInstallments(ctx, today, clientIds)])).flat()

function openInvoices(ctx: UserCtx) {
  const { agencyId } = ctx.reach
  return selectFrom(ctx, 'invoices')
    .where(IS_OPEN)
    .where((eb) =>
      agencyId === null ? eb('invoices.issuer', '=', 'platform') : eb('invoices.agency_id', '=', agencyId),
    )
}

/** Joined to the debtors: these clients or all. */
const owedBy = (ctx: UserCtx, clientIds: readonly string[] | null) =>
  openInvoices(ctx)
    .$if(clientIds !== null, (query) => query.where('invoices.client_id', 'in', clientIds ?? []))
    .leftJoin('clients', 'clients.id', 'invoices.client_id')
    .leftJoin('agencies', 'agencies.id', 'invoices.payer_agency_id')
    .select([
      'invoices.client_id',
      'clients.name as client_name',
      'agencies.name as payer_name',
      'invoices.currency',
    ])

const openAtOnce = (ctx: UserCtx, today: string, clientIds: readonly string[] | null): Promise<Row[]> =>
  owedBy(ctx, clientIds)
    .where('invoices.instalment_due_on', 'is', null)
    .select((eb) => sumsOf(eb, today))
    .groupBy(['invoices.client_id', 'client_name', 'payer_name', 'invoices.currency', 'age'])
    .execute()

const sumsOf = (eb: ExpressionBuilder<Schema, 'invoices'>, today: string) =>
  [
    ageAt(eb, today).as('age'),
    sumOf(stillOwed(eb)).as('due'),
    sumOf<number | null>(eb.ref('invoices.base_due')).as('base_due'),
    eb.fn.countAll<number>().filterWhere('invoices.base_due', 'is', null).as('unbooked'),
  ] as const

function ageAt(eb: ExpressionBuilder<Schema, 'invoices'>, today: string) {
  const [notDue, upTo30, upTo60, upTo90, over90] = AGE_BUCKETS
  return eb
    .case()
    .when('invoices.due_on', '>=', today)
    .then(eb.val(notDue))
    .when('invoices.due_on', '>=', shiftDate(today, -30))
    .then(eb.val(upTo30))
    .when('invoices.due_on', '>=', shiftDate(today, -60))
    .then(eb.val(upTo60))
    .when('invoices.due_on', '>=', shiftDate(today, -90))
    .then(eb.val(upTo90))
    .else(eb.val(over90))
    .end()
}

async function openInstallments(
  ctx: UserCtx,
  today: string,
  clientIds: readonly string[] | null,
): Promise<Row[]> {
  const dates = await owedBy(ctx, clientIds)
    .innerJoin('invoice_instalments', 'invoice_instalments.invoice_id', 'invoices.id')
    .select(['invoices.id', ...OWED_COLUMNS, 'invoices.base_due', 'invoice_instalments.due_on'])
    .where('invoices.instalment_due_on', 'is not', null)
    .orderBy('invoice_instalments.position')
    .execute()
  return [...Map.groupBy(dates, ({ id }) => id).values()].flatMap((same) => {
    const [invoice] = same
    if (invoice === undefined) return []
    const { total, amount_paid, amount_credited, amount_applied, amount_written_off } = invoice
    const settled = amount_paid + amount_credited + amount_applied + amount_written_off
    const plan = installmentsOf(
      same.map(({ due_on }) => due_on),
      { total, settled: Math.min(total, settled), step: chargeStep(invoice.currency) },
    )
    const inBase = allocate(
      invoice.base_due ?? 0,
      plan.map(({ open }) => open),
    )
    return plan.map(({ due_date, open }, index) => ({
      ...invoice,
      age: ageOn(due_date, today),
      due: open,
      base_due: inBase[index] ?? 0,
      unbooked: invoice.base_due === null && index === 0 ? 1 : 0,
    }))
  })
}

function ageOn(dueOn: string, today: string): Row['age'] {
  const late = daysBetween(dueOn, today)
  if (late <= 0) return 'not_due'
  if (late <= 30) return 'days_1_30'
  if (late <= 60) return 'days_31_60'
  return late <= 90 ? 'days_61_90' : 'over_90'
}
