import {
  commentAddInput,
  commentEditInput,
  commentListInput,
  commentRef,
  subtaskToggleInput,
  taskBlockersInput,
  taskBulkDeleteInput,
  taskBulkInput,
  taskCountersInput,
  taskListInput,
  taskMoveInput,
  taskRef,
  taskSaveInput,
  taskStatusInput,
} from '#shared/tasks.ts'
import { router, userProcedure } from '../trpc/procedures.ts'
import { changeTasks, deleteTasks } from './commands/bulk.ts'
import { addComment, deleteComment, editComment } from './commands/comments.ts'
import { deleteTask } from './commands/delete.ts'
import { setBlockers } from './commands/dependencies.ts'
import { moveTask } from './commands/move.ts'
import { saveTask } from './commands/save.ts'
import { setTaskStatus } from './commands/status.ts'
import { toggleSubtask } from './commands/subtasks.ts'
import { listComments } from './queries/comments.ts'
import { countTasks, getTaskDetail, listTasks } from './queries.ts'

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
    .query(({ ctx, input }) => getTaskDetail(ctx.services.db, ctx.scope, input.id)),
  save: userProcedure
    .meta({ can: 'task.write' })
    .input(taskSaveInput)
    .mutation(({ ctx, input }) => saveTask(ctx.services.db, ctx.scope, input)),
  setStatus: userProcedure
    .meta({ can: 'task.write' })
    .input(taskStatusInput)
    .mutation(({ ctx, input }) => setTaskStatus(ctx.services.db, ctx.scope, input)),
  move: userProcedure
    .meta({ can: 'task.write' })
    .input(taskMoveInput)
    .mutation(({ ctx, input }) => moveTask(ctx.services.db, ctx.scope, input)),
  toggleSubtask: userProcedure
    .meta({ can: 'task.write' })
    .input(subtaskToggleInput)
    .mutation(({ ctx, input }) => toggleSubtask(ctx.services.db, ctx.scope, input)),
  setBlockers: userProcedure
    .meta({ can: 'task.write' })
    .input(taskBlockersInput)
    .mutation(({ ctx, input }) => setBlockers(ctx.services.db, ctx.scope, input)),
  bulk: userProcedure
    .meta({ can: 'task.write' })
    .input(taskBulkInput)
    .mutation(({ ctx, input }) => changeTasks(ctx.services.db, ctx.scope, input)),
  bulkDelete: userProcedure
    .meta({ can: 'task.delete' })
    .input(taskBulkDeleteInput)
    .mutation(({ ctx, input }) => deleteTasks(ctx.services.db, ctx.scope, input)),
  delete: userProcedure
    .meta({ can: 'task.delete' })
    .input(taskRef)
    .mutation(({ ctx, input }) => deleteTask(ctx.services.db, ctx.scope, input)),
  comments: userProcedure
    .meta({ can: 'task.comment' })
    .input(commentListInput)
    .query(({ ctx, input }) => listComments(ctx.services.db, ctx.scope, input)),
  addComment: userProcedure
    .meta({ can: 'task.comment' })
    .input(commentAddInput)
    .mutation(({ ctx, input }) => addComment(ctx.services.db, ctx.scope, input)),
  editComment: userProcedure
    .meta({ can: 'task.comment' })
    .input(commentEditInput)
    .mutation(({ ctx, input }) => editComment(ctx.services.db, ctx.scope, input)),
  deleteComment: userProcedure
    .meta({ can: 'task.comment' })
    .input(commentRef)
    .mutation(({ ctx, input }) => deleteComment(ctx.services.db, ctx.scope, input)),
})
