import { z } from 'zod'
import { idInput } from '#shared/base/schemas/ids.ts'
import {
  quickTaskAddInput,
  quickTaskListInput,
  quickTaskSaveInput,
  quickTaskSnoozeInput,
} from '#shared/work/schemas/quick-tasks.ts'
import { router, userProcedure } from '../../base/core/calls/procedures.ts'
import { addQuickTask } from './commands/add.ts'
import { convertQuickTask } from './commands/convert.ts'
import { deleteQuickTask } from './commands/delete.ts'
import { restoreQuickTask } from './commands/restore.ts'
import { saveQuickTask } from './commands/save.ts'
import { setQuickTaskCompleted } from './commands/set-completed.ts'
import { snoozeQuickTask } from './commands/snooze.ts'
import {
  countQuickTasks,
  getQuickTask,
  listQuickTasks,
  recentQuickTaskEvents,
} from './queries/quick-tasks.ts'

const own = userProcedure.meta({ can: 'quick-task.own' })

export const quickTasksRouter = router({
  list: own.input(quickTaskListInput).query(({ ctx, input }) => listQuickTasks(ctx, input)),
  counters: own.query(({ ctx }) => countQuickTasks(ctx)),
  recent: own.query(({ ctx }) => recentQuickTaskEvents(ctx)),
  get: own.input(idInput).query(({ ctx, input }) => getQuickTask(ctx, input.id)),
  add: own.input(quickTaskAddInput).mutation(({ ctx, input }) => addQuickTask(ctx, input)),
  save: own.input(quickTaskSaveInput).mutation(({ ctx, input }) => saveQuickTask(ctx, input)),
  setCompleted: own
    .input(z.strictObject({ id: z.uuid(), completed: z.boolean() }))
    .mutation(({ ctx, input }) => setQuickTaskCompleted(ctx, input)),
  snooze: own.input(quickTaskSnoozeInput).mutation(({ ctx, input }) => snoozeQuickTask(ctx, input)),
  delete: own.input(idInput).mutation(({ ctx, input }) => deleteQuickTask(ctx, input)),
  restore: own.input(idInput).mutation(({ ctx, input }) => restoreQuickTask(ctx, input)),
  convert: userProcedure
    .meta({ can: 'task.write' })
    .input(z.strictObject({ id: z.uuid(), project_id: z.uuid() }))
    .mutation(({ ctx, input }) => convertQuickTask(ctx, input)),
})
