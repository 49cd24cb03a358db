import type { z } from 'zod'
import { multiplyRatio } from '#shared/base/amounts/money.ts'
import { costOfBill } from '#shared/money/input-tax.ts'
import type { UnbilledExpense } from '#shared/money/ledger/finance.ts'
import type { unbilledExpensesInput } from '#shared/money/ledger/schemas/finance.ts'
import { DEDUCTIBLE } from '#shared/money/ledger/taxes/purchases.ts'
import { AppError, notFound } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx, UserCtx } from '../../../../base/core/context.ts'
import { whereSet } from '../../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { isStanding } from '../../queries/standing.ts'

/** A client's or project's rebillable expenses that aren't invoiced, oldest first. */
export async function listUnbilledExpenses(
  ctx: UserCtx,
  input: z.output<typeof unbilledExpensesInput>,
): Promise<UnbilledExpense[]> {
  let rows = rebillable(ctx).where('expenses.invoice_id', 'is', null)
  rows = whereSet(rows, 'expenses.client_id', input.client_id)
  rows = whereSet(rows, 'expenses.project_id', input.project_id)
  const found = await rows.orderBy('expenses.spent_on').orderBy('expenses.id').execute()
  return found.map(toUnbilled)
}

/**
 * The selected expenses in their order; throws NOT_FOUND unless all are rebillable expenses of the client,
 * CONFLICT if one is already invoiced.
 */
export async function requireUnbilled(
  ctx: AgencyCtx,
  clientId: string,
  ids: readonly string[],
): Promise<UnbilledExpense[]> {
  const chosen = [...new Set(ids)]
  if (chosen.length === 0) return []
  const rows = await rebillable(ctx)
    .where('expenses.client_id', '=', clientId)
    .where('expenses.id', 'in', chosen)
    .execute()
  return chosen.map((id) => {
    const row = rows.find((expense) => expense.id === id)
    if (row === undefined) throw notFound('This expense')
    if (row.invoice_id !== null) {
      throw new AppError('CONFLICT', `“${row.description}” is already on an invoice.`)
    }
    return toUnbilled(row)
  })
}

const rebillable = (ctx: UserCtx) =>
  selectFrom(ctx, 'expenses')
    .innerJoin('ledger_entries', 'ledger_entries.expense_id', 'expenses.id')
    .leftJoin('projects', (join) =>
      join
        .onRef('projects.agency_id', '=', 'expenses.agency_id')
        .onRef('projects.id', '=', 'expenses.project_id'),
    )
    .select([
      'expenses.id',
      'expenses.description',
      'expenses.vendor',
      'expenses.spent_on',
      'expenses.amount',
      'expenses.tax_amount',
      'expenses.tax_bps',
      'expenses.treatment',
      'expenses.owed_bps',
      'expenses.deductible_bps',
      'expenses.currency',
      'expenses.invoice_id',
      'ledger_entries.base_amount',
      'expenses.project_id',
      'projects.name as project_name',
    ])
    .where('expenses.agency_id', ctx.reach.agencyId === null ? 'is' : '=', ctx.reach.agencyId)
    .where('expenses.client_id', 'is not', null)
    .where(isStanding)
    .where('expenses.rebillable', '=', 1)

type Row = Awaited<ReturnType<ReturnType<typeof rebillable>['executeTakeFirstOrThrow']>>

/** The cost excludes the tax that the agency can reclaim. */
function toUnbilled(row: Row): UnbilledExpense {
  const cost = costOfBill({
    gross: row.amount,
    tax: row.tax_amount ?? 0,
    tax_bps: row.tax_bps ?? 0,
    treatment: row.treatment ?? 'taxed',
    country: null,
    owed_bps: row.owed_bps,
    deductible_bps: row.deductible_bps ?? DEDUCTIBLE,
  })
  return {
    id: row.id,
    description: row.description,
    vendor: row.vendor,
    spent_on: row.spent_on,
    project_id: row.project_id,
    project_name: row.project_name,
    cost,
    currency: row.currency,
    base_cost: row.base_amount === null ? null : multiplyRatio(row.base_amount, cost, row.amount),
  }
}
