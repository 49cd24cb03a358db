import type { AgencyId } from '#shared/base/roles.ts'
import { isSqlite } from './engines/dialect.ts'
import type { Db } from './schema.ts'
import type { SharedTrx } from './tenants.ts'

/** Whose transactions run one after another. */
export type Turn = { of: 'agency' | 'person'; id: string } | { of: 'platform' }

/** Locks whose turn it is until the transaction ends. SQLite has one transaction at a time anyway. */
export async function lockForTurn(trx: SharedTrx, turn: Turn): Promise<void> {
  if (isSqlite(trx)) return
  const db = trx as unknown as Db
  if (turn.of === 'agency') {
    await db
      .selectFrom('agencies')
      .select('id')
      .where('id', '=', (eb) => eb.val(turn.id).$castTo<AgencyId>())
      .forNoKeyUpdate()
      .execute()
  } else if (turn.of === 'person') {
    await db
      .selectFrom('profiles')
      .select('user_id')
      .where('user_id', '=', turn.id)
      .forNoKeyUpdate()
      .execute()
  } else {
    await db.selectFrom('platform_settings').select('id').forNoKeyUpdate().execute()
  }
}
