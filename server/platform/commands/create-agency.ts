import type { z } from 'zod'
import type { AgencyFactsDto, agencyCreateInput } from '#shared/agencies.ts'
import { createAgency } from '../../agencies/commands/create.ts'
import { createProfile, createUser } from '../../auth/commands/create-user.ts'
import { issueToken } from '../../auth/commands/issue-token.ts'
import type { UserCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { getAgency } from '../queries/agencies.ts'
import { putOnPlan } from './change-plan.ts'

/** No password has this hash: the owner chooses one by the emailed link. */
const NO_PASSWORD = 'unset'
const OWNER_LINK_DAYS = 7

/** Founds an agency in trial on the plan, and emails its owner a link to choose a password with. */
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
