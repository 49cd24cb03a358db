import type { AgencyCtx, Services, Tx, UserCtx } from '#server/core/context.ts'
import { isTransaction, type Person, personContext, systemContext } from '#server/core/reach.ts'
import type { Trx } from '#server/db/schema.ts'
import type { WeekStart } from '#shared/dates.ts'
import type { AgencyId, Role } from '#shared/roles.ts'

/** Somebody whom a seed or a test lets act at an instant. */
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

/** What a seed runs with: the database is a transaction over all of it, and the clock stands at its instant. */
export type SeedServices = Services & { db: Trx }

/** The context in which the person's commands run, at the person's instant. */
export function actAs(services: SeedServices, person: SeedMember): Tx<AgencyCtx>
export function actAs(services: SeedServices, person: SeedPerson): Tx<UserCtx>
export function actAs(services: Services, person: SeedMember): AgencyCtx
export function actAs(services: Services, person: SeedPerson): UserCtx
export function actAs(services: Services, person: SeedPerson): UserCtx {
  return personContext({ services, now: person.now }, person)
}

/** The context of what the portal does by itself, at the instant; the seed's own where none is given. */
export function actAsPortal(services: SeedServices, now?: Date): Tx {
  const ctx = systemContext({ services, now })
  if (!isTransaction(ctx)) throw new Error('A seed runs in one transaction')
  return ctx
}
