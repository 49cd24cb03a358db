import type { AgencyId } from '#shared/base/roles.ts'
import { isSqlite } from './engines/dialect.ts'
import type { Db } from './schema.ts'
import type { SharedTrx } from './tenants.ts'

/** Whose transactions run one after another. */
export type LockOwner = { of: 'agency' | 'person'; id: string } | { of: 'platform' }

/** Excludes the owner's other transactions until this one ends. SQLite runs one at a time anyway. */
export async function lockTransactions(trx: SharedTrx, owner: LockOwner): Promise<void> {
  if (isSqlite(trx)) return
  const db = trx as unknown as Db
  if (owner.of === 'agency') {
    await db
      .selectFrom('agencies')
      .select('id')
      .where('id', '=', (eb) => eb.val(owner.id).$castTo<AgencyId>())
      .forNoKeyUpdate()
      .execute()
  } else if (owner.of === 'person') {
    await db
      .selectFrom('profiles')
      .select('user_id')
      .where('user_id', '=', owner.id)
      .forNoKeyUpdate()
      .execute()
  } else {
    await db.selectFrom('platform_settings').select('id').forNoKeyUpdate().execute()
  }
}
