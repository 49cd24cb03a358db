import { TRIAL_DAYS } from '#shared/auth.ts'
import { PLATFORM_ZONE } from '#shared/dates.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { Trx } from '../db/schema.ts'
import { addDays, newId, toInstant } from '../db/values.ts'

export interface NewAgency {
  name: string
  ownerId: string
  /** The platform's without one. */
  timezone?: string
  now: Date
}

/** Founds an agency in trial; its zone and currency are the owner's to change in Settings. */
export async function createAgency(trx: Trx, agency: NewAgency): Promise<AgencyId> {
  const id = newId() as AgencyId
  const now = toInstant(agency.now)
  await trx
    .insertInto('agencies')
    .values({
      id,
      name: agency.name,
      owner_id: agency.ownerId,
      status: 'trial',
      timezone: agency.timezone ?? PLATFORM_ZONE,
      currency: 'USD',
      trial_ends_at: toInstant(addDays(agency.now, TRIAL_DAYS)),
      suspended_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}
