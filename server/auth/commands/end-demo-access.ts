import type { Ctx } from '../../core/context.ts'
import { transact } from '../../core/transaction.ts'
import { DEMO_ACCOUNTS } from '../demo-accounts.ts'
import { endAccess } from './end-earlier-access.ts'

/**
 * Where the data of a demo serve a real portal: whatever visitors of the demo left open ends. Their known
 * password opens nothing outside the demo, so that only a mailed reset lets anybody in again.
 */
export async function endDemoAccess(ctx: Ctx): Promise<number> {
  if (ctx.services.config.demo) return 0
  return transact(ctx, async (tx) => {
    const emails = DEMO_ACCOUNTS.map(({ email }) => email)
    // The seed gives all its people the accounts' one password, stored alike.
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
