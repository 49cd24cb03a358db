import type { Ctx } from '../../../../base/core/context.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { DEMO_ACCOUNTS } from '../../demo-accounts.ts'
import { endAccess } from '../../tokens/commands/end-earlier-access.ts'

/**
 * When a demo's database is used by a real portal, ends all access left open by demo visitors. The known
 * password is useless outside the demo, so people need to reset it by mail.
 */
export async function endDemoAccess(ctx: Ctx): Promise<number> {
  if (ctx.services.config.demo) return 0
  return transact(ctx, async (tx) => {
    const emails = DEMO_ACCOUNTS.map(({ email }) => email)
    // The seed stores the same password hash for all its people.
    const people = await tx.db
      .selectFrom('users')
      .select('id')
      .where((eb) =>
        eb.or([
          eb('email', 'in', emails),
          eb(
            'password_hash',
            'in',
            eb.selectFrom('users as demo').select('demo.password_hash').where('demo.email', 'in', emails),
          ),
        ]),
      )
      .execute()
    for (const { id } of people) await endAccess(tx, id)
    return people.length
  })
}
