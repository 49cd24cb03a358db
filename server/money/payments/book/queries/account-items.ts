import type { Ctx } from '../../../../base/core/context.ts'
import type { WorkItem } from '../../../../base/core/work/items.ts'
import { accountsInUse } from '../../accounts/queries/accounts.ts'
import { INSTANCE } from '../../rules.ts'
import { ownerOf } from './balance-reader.ts'

/** The accounts in use as items of a job. */
export async function accountItems(ctx: Ctx): Promise<WorkItem[]> {
  const items: WorkItem[] = []
  for (const account of await accountsInUse(ctx)) items.push(await accountItem(ctx, account))
  return items
}

export async function accountItem(ctx: Ctx, account: string): Promise<WorkItem> {
  const owner = await ownerOf(ctx, account)
  const name = account === INSTANCE ? 'the portal’s payment account' : 'your payment account'
  return { id: account, agencyId: owner?.agencyId ?? null, name }
}
