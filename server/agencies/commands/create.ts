import type { z } from 'zod'
import type { AgencyFactsDto, agencyCreateInput } from '#shared/agencies.ts'
import { recordActivity } from '../../activity/record.ts'
import { recordAudit } from '../../audit/commands.ts'
import { mailOwnerInvitation } from '../../auth/mails.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { notifyPlatform } from '../../notifications/commands/about-platform.ts'
import { createProfile, createUser } from '../../users/commands.ts'
import { createAgency } from '../commands.ts'
import { getAgency } from '../queries/platform.ts'
import { putOnPlan } from './plan.ts'

/** No password has this hash: the owner chooses one by the mailed link. */
const NO_PASSWORD = 'unset'

/** Founds an agency in trial on the plan, and mails its owner a link to choose a password with. */
export function createAgencyForOwner(
  db: Db,
  scope: Scope,
  input: z.output<typeof agencyCreateInput>,
  config: Pick<Config, 'appName' | 'publicUrl'>,
): Promise<AgencyFactsDto> {
  const { name, owner_name, owner_email } = input
  const { now } = scope
  return transact(db, async (trx) => {
    const ownerId = await createUser(trx, {
      email: owner_email,
      passwordHash: NO_PASSWORD,
      verified: false,
      now,
    })
    const agencyId = await createAgency(trx, { name, ownerId, now })
    await createProfile(trx, {
      userId: ownerId,
      email: owner_email,
      name: owner_name,
      role: 'agency_admin',
      agencyId,
      now,
    })
    await putOnPlan(trx, scope, agencyId, input.plan_id)
    await mailOwnerInvitation(trx, config, {
      to: { userId: ownerId, email: owner_email, name: owner_name },
      agencyName: name,
      now,
    })
    await recordActivity(trx, scope, {
      action: 'agency.registered',
      subject: { type: 'agency', id: agencyId },
      summary: `${name} added`,
      agencyId,
      touches: ['agencies', 'packages'],
    })
    await notifyPlatform(trx, scope, `${name} started a trial`)
    await recordAudit(trx, scope, {
      action: 'agency.created',
      subject: { type: 'agency', id: agencyId },
      detail: `${name}, owned by ${owner_email}`,
      agencyId,
    })
    return getAgency(trx, scope, agencyId)
  })
}
