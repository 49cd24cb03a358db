import type { Ctx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { sumOf } from '../../db/dialect.ts'

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
