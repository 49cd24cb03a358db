import type { UserCtx } from '../context.ts'
import { openForInstance, sealForInstance } from '../secret-box.ts'
import { AppError, notFound } from './errors.ts'

const UNDO_MS = 60_000

interface Sealed<Change> {
  userId: string
  until: number
  kind: string
  change: Change
}

/** What restores the earlier state, encrypted and only usable by the person who changed it, within a minute. */
export function sealUndo<Change>(ctx: UserCtx, kind: string, change: Change): string {
  const { userId } = ctx.actor
  const sealed: Sealed<Change> = { userId, until: ctx.now.getTime() + UNDO_MS, kind, change }
  return sealForInstance(ctx.services.config, JSON.stringify(sealed))
}

/** Throws NOT_FOUND unless it was sealed for the caller and this kind of change, CONFLICT after a minute. */
export function openUndo<Change>(ctx: UserCtx, kind: string, undo: string): Change {
  const sealed = opened<Change>(ctx, undo)
  if (sealed.userId !== ctx.actor.userId || sealed.kind !== kind) throw notFound('This change')
  if (ctx.now.getTime() > sealed.until) throw notUndone()
  return sealed.change
}

export const notUndone = () =>
  new AppError('CONFLICT', 'This change can no longer be undone.', { reason: 'not_undone' })

function opened<Change>(ctx: UserCtx, undo: string): Sealed<Change> {
  try {
    return JSON.parse(openForInstance(ctx.services.config, undo)) as Sealed<Change>
  } catch {
    throw notFound('This change')
  }
}
