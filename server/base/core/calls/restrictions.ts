import { SESSION_MISSING } from '#shared/base/errors.ts'
import { type Action, allows, DENIALS } from '#shared/base/policies.ts'
import { covers, type Scope, scopeOf } from '#shared/identity/token-scopes.ts'
import type { Ctx } from '../context.ts'
import { AppError } from './errors.ts'

export interface RestrictedCall {
  can: Action
  changes: boolean
  /** Allowed in read-only mode, for example signing out. */
  whileReading?: boolean
  /** The message for signed-out callers, if the specification defines one. */
  signedOut?: string
}

/** The restriction that prevents a call allowed to the caller's role; null if there is none. */
function restrictionOf(
  { actor, reach }: Pick<Ctx, 'actor' | 'reach'>,
  call: RestrictedCall,
): AppError | null {
  if (actor.kind !== 'user') return null
  const beyond = actor.scopes === undefined ? null : beyondToken(actor.scopes, call)
  if (beyond !== null) return beyond
  if (actor.readOnly && call.changes && !call.whileReading) {
    const message = 'Nothing can be changed while you’re viewing an agency. Exit the view first.'
    return new AppError('FORBIDDEN', message, { reason: 'read_only' })
  }
  if (reach.suspended && call.can !== 'public' && call.can !== 'session.own') {
    return new AppError('FORBIDDEN', 'Your agency is suspended. Please contact the platform administrator.', {
      reason: 'agency_suspended',
      title: 'Agency suspended',
    })
  }
  return null
}

/** What prevents an access token from a call allowed to its owner. */
function beyondToken(scopes: readonly Scope[], { can, changes }: RestrictedCall): AppError | null {
  if (can === 'public' && !changes) return null
  const needed = scopeOf(can, changes)
  if (needed === null) {
    return new AppError('FORBIDDEN', 'Access tokens can’t do this. Please sign in to the portal.', {
      reason: 'people_only',
    })
  }
  if (covers(scopes, needed)) return null
  return new AppError('FORBIDDEN', `This token lacks the scope “${needed}”.`, { reason: 'scope_missing' })
}

/** Why the caller can't make the call: no session, the access matrix, or a restriction; null if they can. */
export function refusalOf(ctx: Pick<Ctx, 'actor' | 'reach'>, call: RestrictedCall): AppError | null {
  const { actor } = ctx
  if (call.can !== 'public' && actor.kind !== 'user') {
    return new AppError('UNAUTHORIZED', call.signedOut ?? 'Please sign in.', { reason: SESSION_MISSING })
  }
  if (!allows(actor.kind === 'user' ? (actor.role ?? '') : null, call.can)) {
    const { title, message } = DENIALS[call.can] ?? {}
    return new AppError(
      'FORBIDDEN',
      message ?? 'You do not have permission to do this.',
      title === undefined ? {} : { title },
    )
  }
  return restrictionOf(ctx, call)
}

/** For callers without an agency, where only members of an agency have access. */
export const agencyMissing = (): AppError =>
  new AppError('BAD_REQUEST', 'Agency information is required', { reason: 'agency_missing' })
