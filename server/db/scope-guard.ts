import type { AgencyId } from '#shared/roles.ts'
import { isPlatformAdmin, type Scope } from '../auth/scope.ts'

/**
 * The agency a read is limited to: the caller's own, or null for the platform's administrator, who
 * reads across agencies. People without an agency get one that matches no row.
 */
export function agencyFilter(scope: Scope): AgencyId | null {
  if (isPlatformAdmin(scope)) return null
  return scope.agencyId ?? NO_AGENCY
}

const NO_AGENCY = 'none' as AgencyId

/**
 * For a client, the client company whose projects alone they may see, with their tasks, messages and
 * hours; null for everyone else.
 */
export function clientFilter(scope: Scope): string | null {
  if (scope.role !== 'client') return null
  return scope.contact?.seesProjects === false ? NO_CLIENT : (scope.clientId ?? NO_CLIENT)
}

/** The same for money: whose invoices and payments alone a client may see. */
export function billingClientFilter(scope: Scope): string | null {
  if (scope.role !== 'client') return null
  return scope.contact?.seesBilling === false ? NO_CLIENT : (scope.clientId ?? NO_CLIENT)
}

const NO_CLIENT = 'none'
