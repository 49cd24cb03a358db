import type { z } from 'zod'
import type { AgencyFactsDto } from '#shared/overview/agencies.ts'
import type { agencyCreateInput } from '#shared/overview/schemas/agencies.ts'
import type { UserCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { createAgency } from '../../../../identity/agencies/commands/create.ts'
import { createProfile, createUser } from '../../../../identity/auth/accounts/commands/create-user.ts'
import { issueToken } from '../../../../identity/auth/tokens/commands/issue-token.ts'
import { getAgency } from '../queries/agencies.ts'
import { putOnPlan } from './change-plan.ts'

/** Matches no password: the owner sets one through the mailed link. */
const NO_PASSWORD = 'unset'
const OWNER_LINK_DAYS = 7

/** Creates an agency in trial on the plan, and mails its owner a link to set a password. */
export function createAgencyForOwner(
  ctx: UserCtx,
  input: z.output<typeof agencyCreateInput>,
): Promise<AgencyFactsDto> {
  const { name, owner_name, owner_email: email } = input
  return transact(ctx, async (tx) => {
    const userId = await createUser(tx, { email, passwordHash: NO_PASSWORD, verified: false })
    const agencyId = await createAgency(tx, { name, ownerId: userId })
    await createProfile(tx, { userId, email, name: owner_name, role: 'agency_admin', agencyId })
    await putOnPlan(tx, agencyId, input.plan_id)
    const secret = await issueToken(tx, userId, 'reset_password', OWNER_LINK_DAYS * 24 * 60)
    await record(tx, 'agency.created', {
      id: agencyId,
      agencyId,
      name,
      owner: { to: { email, name: owner_name }, secret },
      linkDays: OWNER_LINK_DAYS,
    })
    return getAgency(tx, agencyId)
  })
}
