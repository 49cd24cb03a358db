import type { AgencyCtx, Services, Tx, UserCtx } from '#server/base/core/context.ts'
import { isTransaction, type Person, personContext, systemContext } from '#server/base/core/rows/reach.ts'
import type { Trx } from '#server/base/db/schema.ts'
import type { WeekStart } from '#shared/base/dates.ts'
import type { AgencyId, Role } from '#shared/base/roles.ts'

/** A person for whom a seed or test acts at a given time. */
export interface SeedPerson extends Person {
  role: Role | null
  agencyId: AgencyId | null
  zone: string
  booksZone: string
  weekStart: WeekStart
  now: Date
}

export interface SeedMember extends SeedPerson {
  agencyId: AgencyId
}

/** A seed's environment: one transaction over everything, and a clock fixed at its time. */
export type SeedServices = Services & { db: Trx }

/** The context for the person's commands, at the person's time. */
export function actAs(services: SeedServices, person: SeedMember): Tx<AgencyCtx>
export function actAs(services: SeedServices, person: SeedPerson): Tx<UserCtx>
export function actAs(services: Services, person: SeedMember): AgencyCtx
export function actAs(services: Services, person: SeedPerson): UserCtx
export function actAs(services: Services, person: SeedPerson): UserCtx {
  return personContext({ services, now: person.now }, person)
}

/** The context for the portal's own actions, at the given time or the seed's own. */
export function actAsPortal(services: SeedServices, now?: Date): Tx {
  const ctx = systemContext({ services, now })
  if (!isTransaction(ctx)) throw new Error('A seed runs in one transaction')
  return ctx
}
