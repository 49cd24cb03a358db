import type { ExpressionBuilder } from 'kysely'
import { chargeLimits, chargeProblem } from '#shared/base/amounts/charge-limits.ts'
import { chargeStep } from '#shared/base/amounts/stripe-units.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import { type InstallmentDto, installmentsOf, type PartsDto } from '#shared/money/invoices/installments.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'
import { amountDue, type Owed } from '../rules.ts'

type Planned = Owed & { id: string; currency: string }

/** The next due date of an invoice: that of its first open installment, else its own. */
export const dueNext = (eb: ExpressionBuilder<Schema, 'invoices'>) =>
  eb.fn.coalesce('invoices.instalment_due_on', 'invoices.due_on')

/** Whether a sent invoice, or its next installment, is overdue. */
export const isLate = (eb: ExpressionBuilder<Schema, 'invoices'>, today: string) =>
  eb.or([
    eb('invoices.status', '=', 'overdue'),
    eb.and([eb('invoices.status', '=', 'sent'), eb(dueNext(eb), '<', today)]),
  ])

/** An invoice's installment plan; empty if it is paid in full. */
export async function planOf(ctx: Ctx, invoice: Planned): Promise<InstallmentDto[]> {
  const rows = await selectFrom(ctx, 'invoice_instalments')
    .select('due_on')
    .where('invoice_id', '=', invoice.id)
    .orderBy('position')
    .execute()
  return planAt(
    rows.map((row) => row.due_on),
    invoice,
  )
}

/** The plan with the given dates. */
export const planAt = (dates: readonly string[], invoice: Owed & { currency: string }): InstallmentDto[] =>
  installmentsOf(dates, {
    total: invoice.total,
    settled: invoice.total - amountDue(invoice),
    step: chargeStep(invoice.currency),
  })

/**
 * The amounts of an invoice that can be paid online, excluding what is being processed. No choice leaves a
 * remainder below the provider's minimum.
 */
export function partsOf(
  invoice: Owed & { currency: string; part_minimum: number | null },
  plan: readonly InstallmentDto[],
  processing: number,
): PartsDto {
  const { currency, part_minimum } = invoice
  const all = Math.max(0, amountDue(invoice) - processing)
  const isPayable = (amount: number) =>
    amount > 0 && amount < all && !chargeProblem(amount, currency) && !chargeProblem(all - amount, currency)
  const next = nextOpen(plan, processing)
  const step = chargeStep(currency)
  const { least: floor } = chargeLimits(currency)
  const least = Math.ceil(Math.max(part_minimum ?? 0, floor) / step) * step
  const most = all - Math.ceil(floor / step) * step
  return {
    all,
    instalment: next !== null && isPayable(next.amount) ? next : null,
    other: part_minimum !== null && isPayable(least) && least <= most ? { least, most } : null,
  }
}

/** Payments being processed cover the oldest open installments. */
function nextOpen(plan: readonly InstallmentDto[], processing: number): PartsDto['instalment'] {
  let covered = processing
  for (const [index, { open }] of plan.entries()) {
    if (open > covered) return { number: index + 1, amount: open - covered }
    covered -= open
  }
  return null
}

/**
 * The minimum part of a new invoice that clients may pay; null if they must pay in full. The amount is in the
 * agency's currency; in others there is no minimum.
 */
export async function partMinimum(ctx: Ctx, agencyId: AgencyId, currency: string): Promise<number | null> {
  const rules = await selectFrom(ctx, 'collection_rules')
    .select(['part_payments', 'part_minimum'])
    .where('agency_id', '=', agencyId)
    .executeTakeFirst()
  if (rules?.part_payments !== 1) return null
  return currency === (await agencyCurrency(ctx, agencyId)) ? rules.part_minimum : 0
}
