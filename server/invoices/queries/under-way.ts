import type { Tx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { sumOf } from '../../db/dialect.ts'

/** Minor units of payments under way on an invoice, to be read under its lock; those by card may be left out. */
export async function amountUnderWay(
  tx: Tx,
  invoiceId: string,
  methods: 'any' | 'not by card' = 'any',
): Promise<number> {
  const row = await selectFrom(tx, 'payments')
    .select((eb) => sumOf<number | null>(eb.ref('amount')).as('amount'))
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'pending')
    .$if(methods === 'not by card', (query) => query.where('method', '!=', 'card'))
    .executeTakeFirst()
  return row?.amount ?? 0
}
