import { APP_INFO_DOMAIN } from '#shared/live.ts'
import type { Scope } from '../auth/scope.ts'
import type { ChangeRow } from './queries.ts'

/** Whether this person may hear of the change. */
export function mayHear(scope: Scope, change: ChangeRow): boolean {
  if (change.user_id !== null) return change.user_id === scope.userId
  if (scope.role === 'super_admin' || domainsOf(change).includes(APP_INFO_DOMAIN)) return true
  if (scope.role === null || change.agency_id === null || change.agency_id !== scope.agencyId) return false
  return scope.role !== 'client' || (change.client_id !== null && change.client_id === scope.clientId)
}

const domainsOf = (change: ChangeRow): string[] => change.domains.split(',')

/** The domain written when a session ends or a person's rights change. */
const ACCESS_DOMAIN = 'auth'

export const concernsAccess = (change: ChangeRow): boolean => domainsOf(change).includes(ACCESS_DOMAIN)

/** Whether such a change is about this person's rights: their own, or those of their whole agency. */
export const threatensAccess = (scope: Scope, change: ChangeRow): boolean =>
  change.user_id === null
    ? change.agency_id !== null && change.agency_id === scope.agencyId
    : change.user_id === scope.userId
