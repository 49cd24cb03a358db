import { type Action, allows, DENIALS } from '#shared/policies.ts'
import { covers, type Scope, scopeOf } from '#shared/token-scopes.ts'
import type { Ctx } from './context.ts'
import { AppError } from './errors.ts'

export interface RestrictedCall {
  can: Action
  changes: boolean
  /** Stays possible while nothing else may be changed, for instance signing out. */
  whileReading?: boolean
  /** The message for somebody signed out, where the specification names one. */
  signedOut?: string
}

/** What keeps this caller from a call their role allows; null when nothing does. */
function restrictionOf(
  { actor, reach }: Pick<Ctx, 'actor' | 'reach'>,
  call: RestrictedCall,
): AppError | null {
  if (actor.kind !== 'user') return null
  const beyond = actor.scopes === undefined ? null : beyondToken(actor.scopes, call)
  if (beyond !== null) return beyond
  if (actor.readOnly && call.changes && !call.whileReading) {
    const message = 'You are viewing as an agency: nothing can be changed. End the view first.'
    return new AppError('FORBIDDEN', message, { reason: 'read_only' })
  }
  if (reach.suspended && call.can !== 'public' && call.can !== 'session.own') {
    return new AppError('FORBIDDEN', 'Your agency is suspended. Please contact the platform.', {
      reason: 'agency_suspended',
      title: 'Agency suspended',
    })
  }
  return null
}

/** What keeps a program from a call that its token's owner may make. */
function beyondToken(scopes: readonly Scope[], { can, changes }: RestrictedCall): AppError | null {
  if (can === 'public' && !changes) return null
  const needed = scopeOf(can, changes)
  if (needed === null) {
    return new AppError('FORBIDDEN', 'Access tokens may not do this. Please sign in to the portal.', {
      reason: 'people_only',
    })
  }
  if (covers(scopes, needed)) return null
  return new AppError('FORBIDDEN', `This token lacks the scope “${needed}”.`, { reason: 'scope_missing' })
}

/** What keeps this caller from a call: no session, the access matrix, or a restriction; null when nothing does. */
export function refusalOf(ctx: Pick<Ctx, 'actor' | 'reach'>, call: RestrictedCall): AppError | null {
  const { actor } = ctx
  if (call.can !== 'public' && actor.kind !== 'user') {
    return new AppError('UNAUTHORIZED', call.signedOut ?? 'Please sign in.', { reason: 'session_missing' })
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

/** For callers without an agency, where only an agency's own people can ask. */
export const agencyMissing = (): AppError =>
  new AppError('BAD_REQUEST', 'Agency information is required', { reason: 'agency_missing' })
