import { type Action, PEOPLE_ONLY } from '#shared/policies.ts'
import { AppError } from '../errors.ts'
import type { Scope } from './scope.ts'

export interface RestrictedCall {
  can: Action
  changes: boolean
  /** Stays possible while nothing else may be changed, for instance signing out. */
  whileReading?: boolean
}

const READ_ONLY = {
  token: 'This token may only read.',
  'view-as': 'You are viewing as an agency: nothing can be changed. End the view first.',
}

/** What keeps this caller from a call their role allows; null when nothing does. */
export function restrictionOf(scope: Scope | null, call: RestrictedCall): AppError | null {
  if (scope === null) return null
  if (scope.program && (PEOPLE_ONLY.includes(call.can) || (call.can === 'public' && call.changes))) {
    return new AppError('FORBIDDEN', 'Access tokens may not do this. Please sign in to the portal.', {
      reason: 'people_only',
    })
  }
  if (scope.readOnly && call.changes && !call.whileReading) {
    return new AppError('FORBIDDEN', READ_ONLY[scope.readOnly], { reason: 'read_only' })
  }
  if (scope.suspended && call.can !== 'public' && call.can !== 'session.own') {
    return new AppError('FORBIDDEN', 'Your agency is suspended. Please contact the platform.', {
      reason: 'agency_suspended',
      title: 'Agency suspended',
    })
  }
  return null
}
