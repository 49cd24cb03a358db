import { flag, id, oneOf, searchOf } from '#client/lib/search-params.ts'

export const quickTaskSearch = searchOf({
  /** A single list; by default today's and upcoming tasks. */
  view: oneOf(['overdue', 'today', 'upcoming', 'completed']),
  /** The task whose form is open. */
  task: id,
  /** The open form of a new task. */
  new: flag,
  /** The task being moved to a project. */
  convert: id,
})
