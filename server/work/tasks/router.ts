import { idInput } from '#shared/base/schemas/ids.ts'
import {
  commentAddInput,
  commentEditInput,
  commentListInput,
  subtaskToggleInput,
  taskBlockersInput,
  taskBulkDeleteInput,
  taskBulkInput,
  taskCountersInput,
  taskListInput,
  taskMoveInput,
  taskRequestEditInput,
  taskRequestInput,
  taskSaveInput,
  taskStatusInput,
  taskUndoInput,
} from '#shared/work/schemas/tasks.ts'
import { router, userProcedure } from '../../base/core/calls/procedures.ts'
import { addComment, deleteComment, editComment } from './commands/add-comment.ts'
import { changeTasks } from './commands/change.ts'
import { deleteTask, deleteTasks } from './commands/delete.ts'
import { moveTask } from './commands/move.ts'
import { editRequest, requestTask, withdrawRequest } from './commands/request.ts'
import { saveTask } from './commands/save.ts'
import { setBlockers } from './commands/set-blockers.ts'
import { setTaskStatus } from './commands/set-status.ts'
import { toggleSubtask } from './commands/toggle-subtask.ts'
import { undoChange } from './commands/undo-change.ts'
import { listComments } from './queries/comments.ts'
import { countTasks } from './queries/count.ts'
import { listTasks } from './queries/list.ts'
import { getTaskDetail } from './queries/tasks.ts'

export const tasksRouter = router({
  list: userProcedure
    .meta({ can: 'task.read' })
    .input(taskListInput)
    .query(({ ctx, input }) => listTasks(ctx, input)),
  counters: userProcedure
    .meta({ can: 'task.read' })
    .input(taskCountersInput)
    .query(({ ctx, input }) => countTasks(ctx, input)),
  get: userProcedure
    .meta({ can: 'task.read' })
    .input(idInput)
    .query(({ ctx, input }) => getTaskDetail(ctx, input.id)),
  save: userProcedure
    .meta({ can: 'task.write' })
    .input(taskSaveInput)
    .mutation(({ ctx, input }) => saveTask(ctx, input)),
  setStatus: userProcedure
    .meta({ can: 'task.write' })
    .input(taskStatusInput)
    .mutation(({ ctx, input }) => setTaskStatus(ctx, input)),
  move: userProcedure
    .meta({ can: 'task.write' })
    .input(taskMoveInput)
    .mutation(({ ctx, input }) => moveTask(ctx, input)),
  toggleSubtask: userProcedure
    .meta({ can: 'task.write' })
    .input(subtaskToggleInput)
    .mutation(({ ctx, input }) => toggleSubtask(ctx, input)),
  setBlockers: userProcedure
    .meta({ can: 'task.write' })
    .input(taskBlockersInput)
    .mutation(({ ctx, input }) => setBlockers(ctx, input)),
  bulk: userProcedure
    .meta({ can: 'task.write' })
    .input(taskBulkInput)
    .mutation(({ ctx, input }) => changeTasks(ctx, input)),
  undoBulk: userProcedure
    .meta({ can: 'task.write' })
    .input(taskUndoInput)
    .mutation(({ ctx, input }) => undoChange(ctx, input)),
  bulkDelete: userProcedure
    .meta({ can: 'task.delete' })
    .input(taskBulkDeleteInput)
    .mutation(({ ctx, input }) => deleteTasks(ctx, input)),
  delete: userProcedure
    .meta({ can: 'task.delete' })
    .input(idInput)
    .mutation(({ ctx, input }) => deleteTask(ctx, input)),
  request: userProcedure
    .meta({ can: 'task.request' })
    .input(taskRequestInput)
    .mutation(({ ctx, input }) => requestTask(ctx, input)),
  editRequest: userProcedure
    .meta({ can: 'task.request' })
    .input(taskRequestEditInput)
    .mutation(({ ctx, input }) => editRequest(ctx, input)),
  withdrawRequest: userProcedure
    .meta({ can: 'task.request' })
    .input(idInput)
    .mutation(({ ctx, input }) => withdrawRequest(ctx, input)),
  comments: userProcedure
    .meta({ can: 'task.comment' })
    .input(commentListInput)
    .query(({ ctx, input }) => listComments(ctx, input)),
  addComment: userProcedure
    .meta({ can: 'task.comment' })
    .input(commentAddInput)
    .mutation(({ ctx, input }) => addComment(ctx, input)),
  editComment: userProcedure
    .meta({ can: 'task.comment' })
    .input(commentEditInput)
    .mutation(({ ctx, input }) => editComment(ctx, input)),
  deleteComment: userProcedure
    .meta({ can: 'task.comment' })
    .input(idInput)
    .mutation(({ ctx, input }) => deleteComment(ctx, input)),
})
