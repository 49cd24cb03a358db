import { liveInput } from '#shared/base/schemas/live.ts'
import { router, userProcedure } from '../../base/core/calls/procedures.ts'
import { followChanges } from './follow.ts'

export const liveRouter = router({
  changes: userProcedure
    .meta({ can: 'session.own', stream: true })
    .input(liveInput)
    .subscription(({ ctx, input, signal }) => followChanges(ctx, input.lastEventId ?? null, signal)),
})
