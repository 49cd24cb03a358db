import { taskCountersInput, taskListInput, taskRef, taskSaveInput, taskStatusInput } from '#shared/tasks.ts'
import { router, userProcedure } from '../trpc/procedures.ts'
import { deleteTask } from './commands/delete.ts'
import { saveTask } from './commands/save.ts'
import { setTaskStatus } from './commands/status.ts'
import { countTasks, getTask, listTasks } from './queries.ts'

export const tasksRouter = router({
  list: userProcedure
    .meta({ can: 'task.read' })
    .input(taskListInput)
    .query(({ ctx, input }) => listTasks(ctx.services.db, ctx.scope, input)),
  counters: userProcedure
    .meta({ can: 'task.read' })
    .input(taskCountersInput)
    .query(({ ctx, input }) => countTasks(ctx.services.db, ctx.scope, input)),
  get: userProcedure
    .meta({ can: 'task.read' })
    .input(taskRef)
    .query(({ ctx, input }) => getTask(ctx.services.db, ctx.scope, input.id)),
  save: userProcedure
    .meta({ can: 'task.write' })
    .input(taskSaveInput)
    .mutation(({ ctx, input }) => saveTask(ctx.services.db, ctx.scope, input)),
  setStatus: userProcedure
    .meta({ can: 'task.write' })
    .input(taskStatusInput)
    .mutation(({ ctx, input }) => setTaskStatus(ctx.services.db, ctx.scope, input)),
  delete: userProcedure
    .meta({ can: 'task.delete' })
    .input(taskRef)
    .mutation(({ ctx, input }) => deleteTask(ctx.services.db, ctx.scope, input)),
})
