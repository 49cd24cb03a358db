import { z } from 'zod'
import {
  quickTaskAddInput,
  quickTaskListInput,
  quickTaskSaveInput,
  quickTaskSnoozeInput,
} from '#shared/quick-tasks.ts'
import { router, userProcedure } from '../trpc/procedures.ts'
import {
  addQuickTask,
  convertQuickTask,
  deleteQuickTask,
  restoreQuickTask,
  saveQuickTask,
  setQuickTaskCompleted,
  snoozeQuickTask,
} from './commands.ts'
import { countQuickTasks, getQuickTask, listQuickTasks, recentQuickTaskEvents } from './queries.ts'

const idInput = z.strictObject({ id: z.uuid() })
const own = userProcedure.meta({ can: 'quick-task.own' })

export const quickTasksRouter = router({
  list: own
    .input(quickTaskListInput)
    .query(({ ctx, input }) => listQuickTasks(ctx.services.db, ctx.scope, input)),
  counters: own.query(({ ctx }) => countQuickTasks(ctx.services.db, ctx.scope)),
  recent: own.query(({ ctx }) => recentQuickTaskEvents(ctx.services.db, ctx.scope)),
  get: own.input(idInput).query(({ ctx, input }) => getQuickTask(ctx.services.db, ctx.scope, input.id)),
  add: own
    .input(quickTaskAddInput)
    .mutation(({ ctx, input }) => addQuickTask(ctx.services.db, ctx.scope, input)),
  save: own
    .input(quickTaskSaveInput)
    .mutation(({ ctx, input }) => saveQuickTask(ctx.services.db, ctx.scope, input)),
  setCompleted: own
    .input(z.strictObject({ id: z.uuid(), completed: z.boolean() }))
    .mutation(({ ctx, input }) => setQuickTaskCompleted(ctx.services.db, ctx.scope, input)),
  snooze: own
    .input(quickTaskSnoozeInput)
    .mutation(({ ctx, input }) => snoozeQuickTask(ctx.services.db, ctx.scope, input)),
  delete: own.input(idInput).mutation(({ ctx, input }) => deleteQuickTask(ctx.services.db, ctx.scope, input)),
  restore: own
    .input(idInput)
    .mutation(({ ctx, input }) => restoreQuickTask(ctx.services.db, ctx.scope, input)),
  convert: userProcedure
    .meta({ can: 'task.write' })
    .input(z.strictObject({ id: z.uuid(), project_id: z.uuid() }))
    .mutation(({ ctx, input }) => convertQuickTask(ctx.services.db, ctx.scope, input)),
})
