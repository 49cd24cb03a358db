import { type Action, allows, DENIALS, PEOPLE_ONLY } from '#shared/policies.ts'
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

const READ_ONLY = {
  token: 'This token may only read.',
  'view-as': 'You are viewing as an agency: nothing can be changed. End the view first.',
}

/** What keeps this caller from a call their role allows; null when nothing does. */
function restrictionOf(
  { actor, reach }: Pick<Ctx, 'actor' | 'reach'>,
  call: RestrictedCall,
): AppError | null {
  if (actor.kind !== 'user') return null
  if (actor.program && (PEOPLE_ONLY.includes(call.can) || (call.can === 'public' && call.changes))) {
    return new AppError('FORBIDDEN', 'Access tokens may not do this. Please sign in to the portal.', {
      reason: 'people_only',
    })
  }
  if (actor.readOnly && call.changes && !call.whileReading) {
    return new AppError('FORBIDDEN', READ_ONLY[actor.readOnly], { reason: 'read_only' })
  }
  if (reach.suspended && call.can !== 'public' && call.can !== 'session.own') {
    return new AppError('FORBIDDEN', 'Your agency is suspended. Please contact the platform.', {
      reason: 'agency_suspended',
      title: 'Agency suspended',
    })
  }
  return null
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
