import { TRIAL_DAYS } from '#shared/auth.ts'
import { PLATFORM_ZONE } from '#shared/dates.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { Tx } from '../../core/context.ts'
import { insertInto } from '../../core/rows.ts'
import { addDays, newId, toInstant } from '../../db/values.ts'

export interface NewAgency {
  name: string
  ownerId: string
  /** The platform's without one. */
  timezone?: string
}

/** Founds an agency in trial; its zone and currency are the owner's to change in Settings. */
export async function createAgency(tx: Tx, agency: NewAgency): Promise<AgencyId> {
  const id = newId() as AgencyId
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
