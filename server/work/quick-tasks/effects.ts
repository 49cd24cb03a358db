import type { Effects, Purposes } from '../../base/core/context.ts'

export const QUICK_TASK_EFFECTS: Effects = {
  'quickTasks.add': {
    does: 'Adds a private quick task from one line of text; words such as “tomorrow” at its end set the due date.',
    follows: 'No one is notified.',
    records: ['quick-task.added', 'quick-task.assigned'],
  },
  'quickTasks.save': {
    does: 'Adds a quick task for the caller or a colleague, or changes one (with its id).',
    follows: 'A colleague it is assigned to is notified.',
    records: ['quick-task.added', 'quick-task.changed', 'quick-task.assigned'],
  },
  'quickTasks.setCompleted': {
    does: 'Completes a quick task, or reopens it.',
    records: ['quick-task.changed'],
  },
  'quickTasks.snooze': {
    does: 'Moves a quick task to a later day.',
    records: ['quick-task.changed'],
  },
  'quickTasks.delete': {
    does: 'Deletes a quick task.',
    follows: 'quickTasks.restore restores it.',
    records: ['quick-task.changed'],
  },
  'quickTasks.restore': {
    does: 'Restores a deleted quick task.',
    records: ['quick-task.changed'],
  },
  'quickTasks.convert': {
    does: 'Turns a quick task into a task of a project.',
    follows: 'The quick task is removed; its new assignee is notified.',
    records: ['task.created', 'quick-task.changed'],
  },
}

export const QUICK_TASK_PURPOSES: Purposes = {
  'quickTasks.list': 'Lists quick tasks that the caller has or gave to others.',
  'quickTasks.counters': 'Counts the caller’s quick tasks that are pending, completed, overdue or due today.',
  'quickTasks.recent': 'Tells which of the caller’s quick tasks were recently added or completed.',
  'quickTasks.get': 'Returns one quick task with its description, due date and assignee.',
}
