import type { z } from 'zod'
import { MAX_PARTS } from '#shared/money/ledger/finance.ts'
import type { ProfitDto, ProfitListDto } from '#shared/money/ledger/profit.ts'
import { figuresOf, type ProfitSum, partsOf } from '#shared/money/ledger/profit-split.ts'
import type { profitInput, profitListInput } from '#shared/money/ledger/schemas/profit.ts'
import type { Ctx, UserCtx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { entrySums } from './entries.ts'
import { hourSums, lostTaxOfHours, paidHourSums } from './hours.ts'
import { issuedSums } from './issued-sums.ts'
import { lossesOf } from './losses.ts'
import { type Scope, type Splitting, scopeOf } from './scope.ts'

interface ProfitSums {
  sums: ProfitSum[]
  /** Payments received, net of tax. */
  received: number
  withoutRate: number
}

/**
 * Revenue and cost by part, project and client, in base currency and net of tax: what every screen, report and
 * export shows as profit. docs/decisions/0027-profit.md explains what counts.
 */
async function profitSums(ctx: Ctx, scope: Scope, by: Splitting): Promise<ProfitSums> {
  const entries = await entrySums(ctx, scope, ['invoices', 'other_income', 'payouts', 'expenses'], by)
  const received = amountOf(entries.sums, 'invoices') + amountOf(entries.sums, 'other_income')
  if (scope.basis === 'paid') {
    return { ...entries, sums: [...entries.sums, ...(await paidHourSums(ctx, scope))], received }
  }
  const documents = await issuedSums(ctx, scope, by)
  const [losses, hours, taxes] = await Promise.all([
    lossesOf(ctx, scope),
    hourSums(ctx, scope),
    lostTaxOfHours(ctx, scope),
  ])
  return {
    sums: [
      ...documents.sums,
      ...losses.map(({ project_id, client_id, amount }): ProfitSum => {
        return { part: 'write_offs', project_id, client_id, amount }
      }),
      ...entries.sums.filter(({ part }) => part !== 'invoices'),
      ...hours,
      ...taxes,
    ],
    received,
    withoutRate: documents.withoutRate + entries.withoutRate,
  }
}

const amountOf = (sums: readonly ProfitSum[], part: ProfitSum['part']): number =>
  sums.reduce((total, sum) => total + (sum.part === part ? sum.amount : 0), 0)

/** The profit of a project, a client, or the caller's whole agency. */
export async function getProfit(ctx: UserCtx, input: z.output<typeof profitInput>): Promise<ProfitDto> {
  const scope = await scopeOf(ctx, input)
  const { sums, received, withoutRate } = await profitSums(ctx, scope, { split: false })
  return {
    currency: scope.currency,
    basis: scope.basis,
    ...figuresOf(sums),
    parts: partsOf(sums),
    received,
    seconds: sums.reduce((total, { seconds = 0 }) => total + seconds, 0),
    without_rate: withoutRate,
  }
}

/** The profit of each project or client, largest revenue first, and finally of amounts that have none. */
export async function listProfits(
  ctx: UserCtx,
  input: z.output<typeof profitListInput>,
): Promise<ProfitListDto> {
  const scope = await scopeOf(ctx, input)
  const { sums, withoutRate } = await profitSums(ctx, scope, { split: true })
  const groups = Map.groupBy(sums, (sum) => (input.by === 'project' ? sum.project_id : sum.client_id))
  const all = [...groups]
    .map(([id, own]) => ({ id, own, ...figuresOf(own) }))
    .filter(({ revenue, cost }) => revenue !== 0 || cost !== 0)
    .toSorted((a, b) => b.revenue - a.revenue || a.margin - b.margin)
  const named = all.filter(({ id }) => id !== null)
  const shown = [...named.slice(0, MAX_PARTS), ...all.filter(({ id }) => id === null)]
  const rest = named.slice(MAX_PARTS)
  const names = await namesOf(
    ctx,
    input.by === 'project' ? 'projects' : 'clients',
    shown.flatMap(({ id }) => id ?? []),
  )
  return {
    currency: scope.currency,
    total: figuresOf(sums),
    rows: shown.map(({ id, revenue, cost, margin }) => {
      return { id, name: id === null ? null : (names.get(id) ?? null), revenue, cost, margin }
    }),
    others: { count: rest.length, ...figuresOf(rest.flatMap(({ own }) => own)) },
    without_rate: withoutRate,
  }
}

async function namesOf(
  ctx: Ctx,
  table: 'projects' | 'clients',
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows =
    table === 'projects'
      ? await selectFrom(ctx, 'projects').select(['id', 'name']).where('id', 'in', ids).execute()
      : await selectFrom(ctx, 'clients').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
