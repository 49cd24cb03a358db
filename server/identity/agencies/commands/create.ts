import { PLATFORM_ZONE } from '#shared/base/dates.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import { TRIAL_DAYS } from '#shared/identity/auth.ts'
import type { Tx } from '../../../base/core/context.ts'
import { insertInto } from '../../../base/core/rows/rows.ts'
import { addDays, newId, toInstant } from '../../../base/db/values.ts'

export interface NewAgency {
  name: string
  ownerId: string
  /** Defaults to the platform's. */
  timezone?: string
}

/** Creates an agency in its trial; its owner can change time zone and currency in Settings. */
export async function createAgency(tx: Tx, agency: NewAgency): Promise<AgencyId> {
  const id = newAgencyId()
  const now = toInstant(tx.now)
  await insertInto(tx, 'agencies')
    .values({
      id,
      name: agency.name,
      owner_id: agency.ownerId,
      status: 'trial',
      timezone: agency.timezone ?? PLATFORM_ZONE,
      currency: 'USD',
      trial_ends_at: toInstant(addDays(tx.now, TRIAL_DAYS)),
      suspended_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

/** The id for a new agency. */
export const newAgencyId = (): AgencyId => newId() as AgencyId
