import {
  conflictInput,
  eventCancelInput,
  eventCreateInput,
  eventGetInput,
  eventMoveInput,
  eventReplyInput,
  eventUndoInput,
  eventUpdateInput,
  rangeInput,
  scheduleZoneInput,
} from '#shared/work/schemas/schedule.ts'
import { router, userProcedure } from '../../base/core/calls/procedures.ts'
import { cancelEvent } from './commands/cancel.ts'
import { createEvent } from './commands/create.ts'
import { createFeed, revokeFeed } from './commands/create-feed.ts'
import { replyToEvent } from './commands/reply.ts'
import { undoMove } from './commands/undo-move.ts'
import { moveEvent, updateEvent } from './commands/update.ts'
import { feedStatus } from './queries/feed.ts'
import { countUpcoming, findConflicts, getOccurrence, listRange } from './queries/range.ts'

const read = userProcedure.meta({ can: 'schedule.read' })
const write = userProcedure.meta({ can: 'schedule.write' })
const link = userProcedure.meta({ can: 'calendar-link.own' })

export const scheduleRouter = router({
  range: read.input(rangeInput).query(({ ctx, input }) => listRange(ctx, input)),
  get: read.input(eventGetInput).query(({ ctx, input }) => getOccurrence(ctx, input)),
  counters: read.input(scheduleZoneInput.default({})).query(({ ctx, input }) => countUpcoming(ctx, input)),
  conflicts: read.input(conflictInput).query(({ ctx, input }) => findConflicts(ctx, input)),
  create: write.input(eventCreateInput).mutation(({ ctx, input }) => createEvent(ctx, input)),
  update: write.input(eventUpdateInput).mutation(({ ctx, input }) => updateEvent(ctx, input)),
  move: write.input(eventMoveInput).mutation(({ ctx, input }) => moveEvent(ctx, input)),
  undoMove: write.input(eventUndoInput).mutation(({ ctx, input }) => undoMove(ctx, input)),
  cancel: write.input(eventCancelInput).mutation(({ ctx, input }) => cancelEvent(ctx, input)),
  reply: read.input(eventReplyInput).mutation(({ ctx, input }) => replyToEvent(ctx, input)),
  feed: link.query(({ ctx }) => feedStatus(ctx)),
  createFeed: link.mutation(({ ctx }) => createFeed(ctx)),
  revokeFeed: link.mutation(({ ctx }) => revokeFeed(ctx)),
})
