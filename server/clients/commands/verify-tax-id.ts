import type { TaxIdCheckResult } from '#shared/billing.ts'
import { askRegister } from '../../billing/commands/verify-tax-id.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { selectFrom, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toFlag } from '../../db/values.ts'

/** Asks the register for the client's number and keeps what it says, with the date. */
export async function checkClientTaxId(ctx: AgencyCtx, { id }: { id: string }): Promise<TaxIdCheckResult> {
  const client = await selectFrom(ctx, 'clients')
    .select('tax_id')
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (client === undefined) throw notFound('This client')
  const check = await askRegister(ctx, client.tax_id)
  if (check === null) return { check }
  return transact(ctx, async (tx) => {
    await updateTable(tx, 'clients')
      .set({ tax_id_valid: toFlag(check.valid), tax_id_checked_at: check.checked_at })
      .where('agency_id', '=', ctx.reach.agencyId)
      .where('id', '=', id)
      .where('tax_id', '=', client.tax_id)
      .execute()
    await record(tx, 'client.tax-id-checked', { id, clientId: id })
    return { check }
  })
}
