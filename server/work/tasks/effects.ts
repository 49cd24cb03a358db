import type { Effects, Purposes } from '../../base/core/context.ts'

export const TASK_EFFECTS: Effects = {
  'tasks.save': {
    does: 'Creates a task in a project, or changes one (with its id).',
    follows:
      'A new assignee is notified. In another project, the task’s attachments follow it, and its time that is neither submitted, invoiced nor paid out.',
    records: [
      'task.created',
      'task.updated',
      'task.moved',
      'task.assigned',
      'task.status-changed',
      'task.completed',
      'task.repeated',
    ],
  },
  'tasks.setStatus': {
    does: 'Moves a task to another status.',
    follows: 'Its assignee is notified. Completing a repeating task creates the next one.',
    records: ['task.status-changed', 'task.completed', 'task.repeated', 'task.created'],
  },
  'tasks.move': {
    does: 'Moves a task to a position on the board, in the same or another status.',
    follows:
      'In another status, its assignee is notified, and completing a repeating task creates the next one.',
    records: ['task.reordered', 'task.status-changed', 'task.completed', 'task.repeated', 'task.created'],
  },
  'tasks.toggleSubtask': {
    does: 'Checks or unchecks a subtask.',
    records: ['task.subtask-toggled'],
  },
  'tasks.setBlockers': {
    does: 'Sets which tasks block a task, replacing the previous ones.',
    records: ['task.dependencies-changed'],
  },
  'tasks.bulk': {
    does: 'Changes the status, priority, assignee, start date, due date or project of multiple tasks.',
    follows:
      'Assignees are notified; attachments and open time follow to another project. A start date moves with a due date that would be before it. It returns an undo id for tasks.undoBulk.',
    records: [
      'task.updated',
      'task.moved',
      'task.assigned',
      'task.status-changed',
      'task.completed',
      'task.repeated',
      'task.created',
    ],
  },
  'tasks.undoBulk': {
    does: 'Undoes the caller’s recent bulk change of tasks.',
    follows: 'A task that it created by repetition is deleted. Assignees are notified as of other changes.',
    records: [
      'task.updated',
      'task.moved',
      'task.assigned',
      'task.status-changed',
      'task.completed',
      'task.deleted',
    ],
  },
  'tasks.bulkDelete': {
    does: 'Deletes selected tasks with their subtasks and comments.',
    follows: 'They can’t be restored. Time recorded on them remains.',
    records: ['task.deleted', 'tasks.deleted'],
  },
  'tasks.delete': {
    does: 'Deletes a task with its subtasks and comments.',
    follows: 'It can’t be restored. Time recorded on it remains.',
    records: ['task.deleted'],
  },
  'tasks.request': {
    does: 'Requests a task in one of the client’s projects; it is unassigned and to do.',
    follows: 'The agency’s owners are notified.',
    records: ['task.created', 'task.requested'],
  },
  'tasks.editRequest': {
    does: 'Changes the text of the caller’s request that the team hasn’t taken up.',
    records: ['task.updated'],
  },
  'tasks.withdrawRequest': {
    does: 'Deletes the caller’s request that the team hasn’t taken up.',
    follows: 'It can’t be restored.',
    records: ['task.deleted'],
  },
  'tasks.addComment': {
    does: 'Comments on a task.',
    follows:
      'Notifies the assignee, those mentioned and, if shared, the client. Clients see only shared comments, with their files; theirs always are, and notify the owners if no one is assigned.',
    records: ['comment.added'],
  },
  'tasks.editComment': {
    does: 'Changes the caller’s comment on a task.',
    follows: 'Those mentioned now and not before are notified.',
    records: ['comment.edited'],
  },
  'tasks.deleteComment': {
    does: 'Deletes a comment on a task.',
    follows: 'It can’t be restored.',
    records: ['comment.deleted'],
  },
}

export const TASK_PURPOSES: Purposes = {
  'tasks.list': 'Finds tasks by title, project, assignee, due date or status.',
  'tasks.counters': 'Counts the matching tasks by status.',
  'tasks.get': 'Returns a task with its description and subtasks.',
  'tasks.comments': 'Lists the comments on a task, the newest first; for clients, only shared ones.',
}
