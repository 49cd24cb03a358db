import type { DashboardDto } from '#shared/dashboard.ts'
import type { Scope } from '../auth/scope.ts'
import type { Db } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import { agencyDashboard } from './queries/agency.ts'
import { clientDashboard } from './queries/client.ts'
import { contributorDashboard } from './queries/contributor.ts'
import { platformDashboard } from './queries/platform.ts'

/** The figures of the caller's own dashboard. */
export function getDashboard(db: Db, scope: Scope): Promise<DashboardDto> {
  switch (scope.role) {
    case 'super_admin':
      return platformDashboard(db, scope)
    case 'agency_admin':
      return agencyDashboard(db, scope)
    case 'employee':
      return contributorDashboard(db, scope)
    case 'client':
      return clientDashboard(db, scope)
    case null:
      throw new AppError('FORBIDDEN', 'You do not have permission to do this.')
  }
}
