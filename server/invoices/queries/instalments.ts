import type { ExpressionBuilder } from 'kysely'
import { type InstalmentDto, instalmentsOf, type PartsDto } from '#shared/instalments.ts'
import { chargeStep } from '#shared/stripe-units.ts'
import { chargeLimits, chargeProblem } from '../../adapters/payment-provider-stripe-amounts.ts'
import type { Ctx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import type { Schema } from '../../db/schema.ts'
import { amountDue, type Owed } from '../rules.ts'

type Planned = Owed & { id: string; currency: string }

/** When something of an invoice is due next: its first open instalment, else the invoice. */
export const dueNext = (eb: ExpressionBuilder<Schema, 'invoices'>) =>
  eb.fn.coalesce('invoices.instalment_due_on', 'invoices.due_on')

/** Whether a sent invoice, or its next instalment, is past its day. */
export const isLate = (eb: ExpressionBuilder<Schema, 'invoices'>, today: string) =>
  eb.or([
    eb('invoices.status', '=', 'overdue'),
    eb.and([eb('invoices.status', '=', 'sent'), eb(dueNext(eb), '<', today)]),
  ])

/** The plan of an invoice; empty where it is paid at once. */
export async function planOf(ctx: Ctx, invoice: Planned): Promise<InstalmentDto[]> {
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

/** The plan with these dates. */
export const planAt = (dates: readonly string[], invoice: Owed & { currency: string }): InstalmentDto[] =>
  instalmentsOf(dates, {
    total: invoice.total,
    settled: invoice.total - amountDue(invoice),
    step: chargeStep(invoice.currency),
  })

/**
 * What may be paid online of an invoice, apart from what is being processed. No choice leaves a rest that the
 * provider would not charge.
 */
export function partsOf(
  invoice: Owed & { currency: string; part_minimum: number | null },
  plan: readonly InstalmentDto[],
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

/** What is being processed covers the oldest open parts. */
function nextOpen(plan: readonly InstalmentDto[], processing: number): PartsDto['instalment'] {
  let covered = processing
  for (const [index, { open }] of plan.entries()) {
    if (open > covered) return { number: index + 1, amount: open - covered }
    covered -= open
  }
  return null
}
