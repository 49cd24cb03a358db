import type { AgencyId } from '#shared/base/roles.ts'
import { isSqlite } from './engines/dialect.ts'
import type { Db } from './schema.ts'
import type { SharedTrx } from './tenants.ts'

/**
 * Locks the agency until the transaction ends, or the account of a person without one. SQLite has one transaction at a
 * time anyway.
 */
export async function lockForTurn(
  trx: SharedTrx,
  agencyId: string | null,
  userId: string | null,
): Promise<void> {
  if (isSqlite(trx)) return
  const db = trx as unknown as Db
  if (agencyId !== null) {
    await db
      .selectFrom('agencies')
      .select('id')
      .where('id', '=', (eb) => eb.val(agencyId).$castTo<AgencyId>())
      .forNoKeyUpdate()
      .execute()
  } else if (userId !== null) {
    await db.selectFrom('profiles').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().execute()
  }
}
