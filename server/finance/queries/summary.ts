import type { z } from 'zod'
import { dateInZone } from '#shared/dates.ts'
import type { FinanceFigures, FinanceSummaryDto, periodInput } from '#shared/finance.ts'
import { BALANCE_CATEGORIES, FEE_CATEGORIES } from '#shared/provider-payouts.ts'
import type { UserCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { sumOf } from '../../db/dialect.ts'
import { monthsFromTo, previousPeriod, toBreakdown } from '../rules.ts'
import { outstandingByAge } from './ageing.ts'
import { ledgerOf, type Period } from './ledger.ts'
import { netAmount } from './net-amount.ts'

/** The books of a period, net of tax, with the equally long one before, what is outstanding, and where it came from. */
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
  const [current, previous, outstanding, categories, clients, projects, months] = await Promise.all([
    figuresOf(ctx, period),
    before === null ? null : figuresOf(ctx, before),
    outstandingByAge(ctx, today),
    byCategory(ctx, period),
    byClient(ctx, period),
    byProject(ctx, period),
    byMonth(ctx, period),
  ])
  return {
    currency: agency?.currency ?? 'USD',
    ...period,
    current,
    previous,
    outstanding,
    income_by_category: toBreakdown(categories.filter((row) => row.direction === 'income')),
    income_by_client: toBreakdown(clients),
    income_by_project: toBreakdown(projects),
    expenses_by_category: toBreakdown(categories.filter((row) => row.direction === 'expense')),
    months,
  }
}

async function figuresOf(ctx: UserCtx, period: Period): Promise<FinanceFigures> {
  const rows = await ledgerOf(ctx, period)
    .select('direction')
    .select((eb) => [
      sumOf<number | null>(netAmount(eb)).as('amount'),
      sumOf<number | null>(eb.ref('ledger_entries.base_tax')).as('tax'),
    ])
    .groupBy('direction')
    .execute()
  const of = (direction: string) => rows.find((row) => row.direction === direction)
  const [revenue, expenses] = [of('income')?.amount ?? 0, of('expense')?.amount ?? 0]
  return {
    revenue,
    expenses,
    net: revenue - expenses,
    tax_collected: of('income')?.tax ?? 0,
    input_tax: of('expense')?.tax ?? 0,
    ...(await receivedOf(ctx, period)),
  }
}

/** What payments brought, gross and less refunds, before and after what the provider kept of it. */
async function receivedOf(
  ctx: UserCtx,
  period: Period,
): Promise<Pick<FinanceFigures, 'provider_fees' | 'net_received'>> {
  const [taken, kept] = await Promise.all([
    ledgerOf(ctx, period)
      .select((eb) => sumOf<number | null>(eb.ref('ledger_entries.base_amount')).as('amount'))
      .where('ledger_entries.payment_id', 'is not', null)
      .where('direction', 'in', ['income', 'liability'])
      .executeTakeFirst(),
    ledgerOf(ctx, period)
      .select((eb) => ['category', sumOf<number | null>(eb.ref('ledger_entries.base_amount')).as('amount')])
      .where('direction', '=', 'expense')
      .where('category', 'in', [...BALANCE_CATEGORIES, 'disputes'])
      .groupBy('category')
      .execute(),
  ])
  const sum = (categories: readonly string[]) =>
    kept
      .filter(({ category }) => categories.includes(category))
      .reduce((total, { amount }) => total + (amount ?? 0), 0)
  return {
    provider_fees: sum(FEE_CATEGORIES),
    net_received: (taken?.amount ?? 0) - sum([...BALANCE_CATEGORIES, 'disputes']),
  }
}

const byCategory = (ctx: UserCtx, period: Period) =>
  ledgerOf(ctx, period)
    .select(['direction', 'category as key', 'category as label'])
    .select((eb) => sumOf<number | null>(netAmount(eb)).as('amount'))
    .groupBy(['direction', 'category'])
    .execute()

const byClient = (ctx: UserCtx, period: Period) =>
  ledgerOf(ctx, period)
    .innerJoin('clients', 'clients.id', 'ledger_entries.client_id')
    .select(['clients.id as key', 'clients.name as label'])
    .select((eb) => sumOf<number | null>(netAmount(eb)).as('amount'))
    .where('ledger_entries.direction', '=', 'income')
    .groupBy(['clients.id', 'clients.name'])
    .execute()

const byProject = (ctx: UserCtx, period: Period) =>
  ledgerOf(ctx, period)
    .innerJoin('projects', 'projects.id', 'ledger_entries.project_id')
    .select(['projects.id as key', 'projects.name as label'])
    .select((eb) => sumOf<number | null>(netAmount(eb)).as('amount'))
    .where('ledger_entries.direction', '=', 'income')
    .groupBy(['projects.id', 'projects.name'])
    .execute()

async function byMonth(ctx: UserCtx, period: Period): Promise<FinanceSummaryDto['months']> {
  const rows = await ledgerOf(ctx, period)
    .select((eb) => [
      'direction',
      eb.fn<string>('substr', ['occurred_on', eb.lit(1), eb.lit(7)]).as('month'),
      sumOf<number | null>(netAmount(eb)).as('amount'),
    ])
    .groupBy(['direction', 'month'])
    .execute()
  const amountOf = (month: string, direction: string) =>
    rows.find((row) => row.month === month && row.direction === direction)?.amount ?? 0
  return monthsFromTo(rows.map((row) => row.month)).map((month) => {
    const revenue = amountOf(month, 'income')
    const expenses = amountOf(month, 'expense')
    return { month, revenue, expenses, net: revenue - expenses }
  })
}
