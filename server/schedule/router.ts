import {
  conflictInput,
  eventCreateInput,
  eventGetInput,
  eventMoveInput,
  eventRemoveInput,
  eventReplyInput,
  eventUpdateInput,
  rangeInput,
  scheduleZoneInput,
} from '#shared/schedule.ts'
import { router, userProcedure } from '../trpc/procedures.ts'
import { moveEvent, updateEvent } from './commands/change.ts'
import { createEvent } from './commands/create.ts'
import { createFeed, revokeFeed } from './commands/feed.ts'
import { removeEvent } from './commands/remove.ts'
import { replyToEvent } from './commands/reply.ts'
import { feedStatus } from './queries/feed.ts'
import { countUpcoming, findConflicts, getOccurrence, listRange } from './queries.ts'

const read = userProcedure.meta({ can: 'schedule.read' })
const write = userProcedure.meta({ can: 'schedule.write' })

export const scheduleRouter = router({
  range: read.input(rangeInput).query(({ ctx, input }) => listRange(ctx.services.db, ctx.scope, input)),
  get: read.input(eventGetInput).query(({ ctx, input }) => getOccurrence(ctx.services.db, ctx.scope, input)),
  counters: read
    .input(scheduleZoneInput.default({}))
    .query(({ ctx, input }) => countUpcoming(ctx.services.db, ctx.scope, input)),
  conflicts: read
    .input(conflictInput)
    .query(({ ctx, input }) => findConflicts(ctx.services.db, ctx.scope, input)),
  create: write
    .input(eventCreateInput)
    .mutation(({ ctx, input }) => createEvent(ctx.services.db, ctx.scope, input)),
  update: write
    .input(eventUpdateInput)
    .mutation(({ ctx, input }) => updateEvent(ctx.services.db, ctx.scope, input)),
  move: write
    .input(eventMoveInput)
    .mutation(({ ctx, input }) => moveEvent(ctx.services.db, ctx.scope, input)),
  remove: write
    .input(eventRemoveInput)
    .mutation(({ ctx, input }) => removeEvent(ctx.services.db, ctx.scope, input)),
  reply: read
    .input(eventReplyInput)
    .mutation(({ ctx, input }) => replyToEvent(ctx.services.db, ctx.scope, input)),
  feed: read.query(({ ctx }) => feedStatus(ctx.services.db, ctx.scope)),
  createFeed: read.mutation(({ ctx }) => createFeed(ctx.services.db, ctx.scope)),
  revokeFeed: read.mutation(({ ctx }) => revokeFeed(ctx.services.db, ctx.scope)),
})
