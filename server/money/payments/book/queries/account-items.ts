import type { Ctx } from '../../../../base/core/context.ts'
import type { WorkItem } from '../../../../base/core/work/items.ts'
import { accountsInUse } from '../../accounts/queries/accounts.ts'
import { INSTANCE } from '../../rules.ts'
import { ownerOf } from './balance-reader.ts'

/** The accounts in use as items of a job. */
export async function accountItems(ctx: Ctx): Promise<WorkItem[]> {
  const items: WorkItem[] = []
  for (const account of await accountsInUse(ctx)) {
    const owner = await ownerOf(ctx, account)
    const name = account === INSTANCE ? 'the portal’s payment account' : 'your payment account'
    items.push({ id: account, agencyId: owner?.agencyId ?? null, name })
  }
  return items
}
