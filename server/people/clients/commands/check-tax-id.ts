import type { TaxIdCheckResult } from '#shared/identity/letterhead/profile.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toFlag } from '../../../base/db/values.ts'
import { askRegister } from '../../../identity/letterhead/commands/check-tax-id.ts'

/** Queries the register for the client's number and stores the result with the date. */
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
