import { z } from 'zod'
import { calendarDate, optionalCalendarDate } from '../../base/schemas/dates.ts'
import { pageInput } from '../../base/schemas/paging.ts'
import { optionalText, requiredText } from '../../base/schemas/text.ts'
import { QUICK_TASK_VIEWS } from '../quick-tasks.ts'
import { TASK_PRIORITIES } from '../tasks.ts'

const TITLE_REQUIRED = 'Please enter a task title.'

/** One line of text; a date at its end becomes the due date. */
export const quickTaskAddInput = z.strictObject({ text: requiredText(TITLE_REQUIRED, 300) })

/** Inserts without `id`, updates with it; without an assignee it is the caller's own. */
export const quickTaskSaveInput = z.strictObject({
  id: z.uuid().optional(),
  version: z.int().optional(),
  title: requiredText(TITLE_REQUIRED, 300),
  description: optionalText(5000),
  priority: z.enum(TASK_PRIORITIES).default('medium'),
  /** A user of `people.list`. */
  assigned_to: z.uuid().nullish(),
  due_date: optionalCalendarDate,
})

/** `upcoming` lists tasks without a date last; `completed` is latest first. */
export const quickTaskListInput = z.strictObject({ ...pageInput, view: z.enum(QUICK_TASK_VIEWS) })

export const quickTaskSnoozeInput = z.strictObject({ id: z.uuid(), until: calendarDate })
