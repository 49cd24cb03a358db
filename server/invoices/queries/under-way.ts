import type { ExpressionBuilder } from 'kysely'
import type { Ctx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { sumOf } from '../../db/dialect.ts'
import type { Schema } from '../../db/schema.ts'

/** Minor units of an invoice that the provider works on for days; null without any. */
export const processing = (eb: ExpressionBuilder<Schema, 'invoices'>) =>
  eb
    .selectFrom('payments')
    .whereRef('payments.invoice_id', '=', 'invoices.id')
    .where('payments.status', '=', 'pending')
    .where('payments.processing_since', 'is not', null)
    .select((sub) => sumOf<number | null>(sub.ref('payments.amount')).as('amount'))

/**
 * Minor units of payments under way on an invoice, to be read under its lock: all of them, those announced by
 * other ways than online, or those that the provider works on for days.
 */
export async function amountUnderWay(
  ctx: Ctx,
  invoiceId: string,
  which: 'any' | 'announced' | 'processing' = 'any',
): Promise<number> {
  const row = await selectFrom(ctx, 'payments')
    .select((eb) => sumOf<number | null>(eb.ref('amount')).as('amount'))
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'pending')
    .$if(which === 'announced', (query) => query.where('method', '!=', 'card'))
    .$if(which === 'processing', (query) => query.where('processing_since', 'is not', null))
    .executeTakeFirst()
  return row?.amount ?? 0
}
