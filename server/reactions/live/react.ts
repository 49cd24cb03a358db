import type { Reaction } from '../../base/core/context.ts'
import { publishChange } from './commands/publish.ts'

/** Publishes what open screens must refresh after the transaction has committed. */
export const announceChange: Reaction = async (tx, { kind, payload, agencyId, activity }) => {
  const touches = activity === null ? kind.touches : [...kind.touches, 'activity', 'dashboard']
  if (touches.length === 0) return
  const { internal, clientId, userId } = payload
  // The project's client hears of its changes.
  const projectId = internal ? null : payload.projectId
  await publishChange(tx, { domains: [...new Set(touches)], agencyId, projectId, clientId, userId })
}
