import type { NotNull } from 'kysely'
import type { z } from 'zod'
import { dateInZone } from '#shared/base/dates.ts'
import {
  type Breakdown,
  type FinanceFigures,
  type FinanceSummaryDto,
  MAX_PARTS,
} from '#shared/money/ledger/finance.ts'
import { BALANCE_CATEGORIES, FEE_CATEGORIES } from '#shared/money/ledger/provider-payouts.ts'
import type { periodInput } from '#shared/money/ledger/schemas/finance.ts'
import type { UserCtx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { sumOf } from '../../../../base/db/engines/dialect.ts'
import { outstandingByAge } from '../../queries/aging.ts'
import { type BookSum, bookSums, taxPaid } from '../../queries/book-sums.ts'
import { ledgerOf, type Period } from '../../queries/ledger.ts'
import { netAmount } from '../../queries/net-amount.ts'
import { monthsFromTo, previousPeriod, toBreakdown } from '../../rules.ts'
import { type TaxSum, taxSums } from '../../taxes/queries/tax-sums.ts'

/**
 * Figures of a period, net of tax, with the previous period of equal length, the outstanding amount, and
 * breakdowns.
 */
export async function getSummary(
  ctx: UserCtx,
  input: z.output<typeof periodInput>,
): Promise<FinanceSummaryDto> {
  const period: Period = { from: input.from ?? null, to: input.to ?? null }
  const before = previousPeriod(period)
  const agency =
    ctx.reach.agencyId === null
      ? undefined
      : await selectFrom(ctx, 'agencies')
          .select(['currency', 'timezone'])
          .where('id', '=', ctx.reach.agencyId)
          .executeTakeFirst()
  const today = dateInZone(ctx.now, agency?.timezone ?? 'UTC')
  const [sums, sumsBefore, spent, spentBefore, outstanding, clients, projects, ofNoClient, ofProjects] =
    await Promise.all([
      bookSums(ctx, period, 'month'),
      before === null ? null : bookSums(ctx, before, 'month'),
      taxSums(ctx, period, 'expense'),
      before === null ? [] : taxSums(ctx, before, 'expense'),
      outstandingByAge(ctx, today),
      byClient(ctx, period),
      byProject(ctx, period),
      incomeWhere(ctx, period, 'client_id', 'is'),
      incomeWhere(ctx, period, 'project_id', 'is not'),
    ])
  const current = figuresOf(sums, spent)
  return {
    currency: agency?.currency ?? 'USD',
    ...period,
    current,
    previous: sumsBefore === null ? null : figuresOf(sumsBefore, spentBefore),
    outstanding,
    income_by_category: byCategory(sums, 'income'),
    // Most income has a client and little has a project, so this sums the smaller part.
    income_by_client: toBreakdown(clients, current.revenue - ofNoClient),
    income_by_project: toBreakdown(projects, ofProjects),
    expenses_by_category: byCategory(sums, 'expense'),
    months: byMonth(sums),
  }
}

function figuresOf(sums: readonly BookSum[], spent: readonly TaxSum[]): FinanceFigures {
  const of = (direction: string) => sums.filter((sum) => sum.direction === direction)
  const revenue = netOf(of('income'))
  const expenses = netOf(of('expense'))
  return {
    revenue,
    expenses,
    net: revenue - expenses,
    tax_collected: total(of('income'), ({ tax }) => tax),
    // In the books, it is reduced by the tax that is a cost.
    input_tax: spent.reduce((sum, { base_tax }) => sum + base_tax, 0),
    tax_paid: taxPaid(sums),
    ...receivedOf(sums),
  }
}

/** Payments, gross and minus refunds, before and after provider fees. */
function receivedOf(sums: readonly BookSum[]): Pick<FinanceFigures, 'provider_fees' | 'net_received'> {
  const received = sums.filter(
    ({ of_payment, direction }) => of_payment === 1 && (direction === 'income' || direction === 'liability'),
  )
  const costsOf = (categories: readonly string[]) =>
    total(
      sums.filter(({ direction, category }) => direction === 'expense' && categories.includes(category)),
      ({ amount }) => amount,
    )
  return {
    provider_fees: costsOf(FEE_CATEGORIES),
    net_received: total(received, ({ amount }) => amount) - costsOf([...BALANCE_CATEGORIES, 'disputes']),
  }
}

const total = (sums: readonly BookSum[], of: (sum: BookSum) => number): number =>
  sums.reduce((all, sum) => all + of(sum), 0)

const netOf = (sums: readonly BookSum[]): number => total(sums, ({ amount, tax }) => amount - tax)

function byCategory(sums: readonly BookSum[], direction: 'income' | 'expense'): Breakdown[] {
  const categories = Map.groupBy(
    sums.filter((sum) => sum.direction === direction),
    (sum) => sum.category,
  )
  const rows = [...categories].map(([key, own]) => ({ key, label: key, amount: netOf(own) }))
  return toBreakdown(
    rows,
    rows.reduce((all, { amount }) => all + amount, 0),
  )
}

function byMonth(sums: readonly BookSum[]): FinanceSummaryDto['months'] {
  const months = Map.groupBy(sums, ({ span }) => span)
  return monthsFromTo([...months.keys()]).map((month) => {
    const of = (direction: string) =>
      netOf((months.get(month) ?? []).filter((sum) => sum.direction === direction))
    const [revenue, expenses] = [of('income'), of('expense')]
    return { month, revenue, expenses, net: revenue - expenses }
  })
}

const byClient = (ctx: UserCtx, period: Period): Promise<Part[]> =>
  largest(ctx, period, 'client_id', (ids) =>
    selectFrom(ctx, 'clients').select(['id', 'name']).where('id', 'in', ids).execute(),
  )

const byProject = (ctx: UserCtx, period: Period): Promise<Part[]> =>
  largest(ctx, period, 'project_id', (ids) =>
    selectFrom(ctx, 'projects').select(['id', 'name']).where('id', 'in', ids).execute(),
  )

type Part = Omit<Breakdown, 'share'>
type PartOf = 'client_id' | 'project_id'

/** The largest parts of the income. */
async function largest(
  ctx: UserCtx,
  period: Period,
  column: PartOf,
  namesOf: (ids: string[]) => Promise<{ id: string; name: string }[]>,
): Promise<Part[]> {
  const rows = await ledgerOf(ctx, period)
    .select((eb) => [
      `${column} as key`,
      eb.fn.coalesce(sumOf<number | null>(netAmount(eb)), eb.lit(0)).as('amount'),
    ])
    .where('ledger_entries.direction', '=', 'income')
    .where(column, 'is not', null)
    .$narrowType<{ key: NotNull }>()
    .groupBy(column)
    .orderBy('amount', 'desc')
    .orderBy(column)
    .limit(MAX_PARTS)
    .execute()
  if (rows.length === 0) return []
  const names = await namesOf(rows.map(({ key }) => key))
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  return rows.map(({ key, amount }) => ({ key, label: nameOf.get(key) ?? '', amount }))
}

/** Income without a client or project, or with any. */
async function incomeWhere(
  ctx: UserCtx,
  period: Period,
  column: PartOf,
  isNull: 'is' | 'is not',
): Promise<number> {
  const { amount } = await ledgerOf(ctx, period)
    .select((eb) => sumOf<number | null>(netAmount(eb)).as('amount'))
    .where('ledger_entries.direction', '=', 'income')
    .where(column, isNull, null)
    .executeTakeFirstOrThrow()
  return amount ?? 0
}
