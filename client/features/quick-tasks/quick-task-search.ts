import { z } from 'zod'
import { useSearchState } from '#client/lib/search-state.ts'
import { QUICK_TASK_VIEWS } from '#shared/quick-tasks.ts'

/** What the address of the quick tasks holds. */
const quickTaskSearch = z.object({
  /** One list alone; without it today's and the upcoming ones. */
  view: z.enum(QUICK_TASK_VIEWS).nullable().catch(null),
  /** The task whose form is open. */
  task: z.uuid().nullable().catch(null),
  /** The open form of a new task. */
  new: z.boolean().catch(false),
  /** The task that becomes one of a project. */
  convert: z.uuid().nullable().catch(null),
})

export const useQuickTaskSearch = () => useSearchState(quickTaskSearch)
