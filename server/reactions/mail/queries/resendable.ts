import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { toInstant } from '../../../base/db/values.ts'
import { selectMembers } from '../../../identity/auth/accounts/queries/person.ts'

/** How many failed mails can be resent together. */
export const countResendable = (ctx: Ctx): Promise<{ count: number }> =>
  resendable(ctx)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()

/**
 * Failed mails that still have their text, except those of suspended agencies and notifications to people who may no
 * longer sign in.
 */
export const resendable = (ctx: Ctx) =>
  ctx.db
    .selectFrom('mail_outbox')
    .where('status', '=', 'failed')
    .where('text', '!=', '')
    .where((eb) => eb.or([eb('not_after', 'is', null), eb('not_after', '>', toInstant(ctx.now))]))
    .where((eb) => {
      const suspended = selectFrom(ctx, 'agencies').select('id').where('suspended_at', 'is not', null)
      return eb.or([eb('lane', 'is', null), eb('lane', 'not in', suspended)])
    })
    .where((eb) =>
      eb.or([
        eb('unsubscribe_url', 'is', null),
        eb('recipient', 'in', selectMembers(ctx).select('users.email')),
      ]),
    )
