import { liveInput } from '#shared/live.ts'
import { router, userProcedure } from '../../core/procedures.ts'
import { followChanges } from './follow.ts'

export const liveRouter = router({
  changes: userProcedure
    .meta({ can: 'session.own', stream: true })
    .input(liveInput)
    .subscription(({ ctx, input, signal }) => followChanges(ctx, input.lastEventId ?? null, signal)),
})
