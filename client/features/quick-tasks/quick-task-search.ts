import { flag, id, oneOf, searchOf } from '#client/lib/search-params.ts'

export const quickTaskSearch = searchOf({
  /** One list alone; without it today's and the upcoming ones. */
  view: oneOf(['overdue', 'today', 'upcoming', 'completed']),
  /** The task whose form is open. */
  task: id,
  /** The open form of a new task. */
  new: flag,
  /** The task that becomes one of a project. */
  convert: id,
})
