import { z } from 'zod'
import { calendarDate, optionalCalendarDate } from '../../base/schemas/dates.ts'
import { idInput } from '../../base/schemas/ids.ts'
import { pageInput } from '../../base/schemas/paging.ts'
import { optionalText, requiredText, searchText } from '../../base/schemas/text.ts'
import { tooManyFiles } from '../files.ts'
import { STARTS_TOO_LATE, startsInTime } from '../task-dates.ts'
import {
  MAX_COMMENT_FILES,
  MAX_TASK_DESCRIPTION,
  MAX_TASK_TITLE,
  TASK_DUE_FILTERS,
  TASK_ORDERS,
  TASK_PRIORITIES,
  TASK_RECURRENCES,
  TASK_STATUSES,
} from '../tasks.ts'

export const subtaskInput = z.strictObject({
  id: z.uuid().optional(),
  title: z.string().trim().max(MAX_TASK_TITLE),
  completed: z.boolean().default(false),
})

/** Inserts without `id`, updates with it. New tasks start as `todo` unless a status is given. */
export const taskSaveInput = z
  .strictObject({
    id: z.uuid().optional(),
    version: z.int().optional(),
    title: requiredText('Please enter a task title', MAX_TASK_TITLE),
    description: optionalText(MAX_TASK_DESCRIPTION),
    project_id: z.uuid('Project is required to create a task'),
    priority: z.enum(TASK_PRIORITIES).default('medium'),
    status: z.enum(TASK_STATUSES).default('todo'),
    assigned_to_id: z.uuid().nullish(),
    /** On or before the due date. */
    start_date: optionalCalendarDate,
    due_date: optionalCalendarDate,
    /** Decimal hours in steps of 0.5. */
    estimated_hours: z.number().min(0, 'Estimated hours cannot be negative').max(10_000).nullish(),
    recurrence: z.enum(TASK_RECURRENCES).nullish(),
    subtasks: z
      .array(subtaskInput)
      .max(100)
      .transform((entries) => entries.filter((entry) => entry.title !== ''))
      .default([]),
    /** Completes the task even if tasks that block it are open. */
    confirm: z.boolean().default(false),
  })
  .refine(startsInTime, { path: ['start_date'], error: STARTS_TOO_LATE })

const requestFields = {
  title: requiredText('Please say what you need', MAX_TASK_TITLE),
  description: optionalText(MAX_TASK_DESCRIPTION),
}

export const taskRequestInput = z.strictObject({
  project_id: z.uuid('Please choose a project'),
  ...requestFields,
})

export const taskRequestEditInput = idInput.extend({ version: z.int().optional(), ...requestFields })

const taskFilters = {
  search: searchText,
  project_id: z.uuid().nullish(),
  assigned_to_id: z.uuid().nullish(),
  due: z.enum(TASK_DUE_FILTERS).nullish(),
}

export const taskListInput = z.strictObject({
  ...pageInput,
  ...taskFilters,
  status: z.enum(TASK_STATUSES).nullish(),
  /** Only open tasks. */
  open: z.boolean().default(false),
  /** Only clients' requests to which no one is assigned, and that no one has started. */
  requested: z.boolean().default(false),
  /** Only tasks on these days: from the start to the due date, or on the only date of the two. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  /** Only tasks with neither a start nor a due date. */
  undated: z.boolean().default(false),
  order: z.enum(TASK_ORDERS).default('newest'),
  /** Reverses the order of a column. */
  descending: z.boolean().default(false),
})

/** The list's filters except status, which the counters break down. */
export const taskCountersInput = z.strictObject(taskFilters).prefault({})

export const taskStatusInput = idInput.extend({
  status: z.enum(TASK_STATUSES),
  version: z.int().optional(),
  confirm: z.boolean().default(false),
})

/** Directly before or after a task of the target column; with neither, at the top. */
export const taskMoveInput = taskStatusInput
  .extend({ before_id: z.uuid().optional(), after_id: z.uuid().optional() })
  .refine((move) => move.before_id === undefined || move.after_id === undefined, {
    error: 'Specify either the task before or the task after, not both.',
  })

export const subtaskToggleInput = idInput.extend({ subtask_id: z.uuid(), completed: z.boolean() })

export const taskBlockersInput = idInput.extend({ blocked_by: z.array(z.uuid()).max(50) })

const bulkIds = { ids: z.array(z.uuid()).min(1, 'Select at least one task.').max(100) }

/** A bulk change; either all tasks are changed or none. */
export const taskBulkInput = z.discriminatedUnion('action', [
  z.strictObject({
    ...bulkIds,
    action: z.literal('status'),
    status: z.enum(TASK_STATUSES),
    confirm: z.boolean().default(false),
  }),
  z.strictObject({ ...bulkIds, action: z.literal('assign'), assigned_to_id: z.uuid().nullable() }),
  z.strictObject({ ...bulkIds, action: z.literal('priority'), priority: z.enum(TASK_PRIORITIES) }),
  z.strictObject({ ...bulkIds, action: z.literal('start'), start_date: calendarDate.nullable() }),
  /** The start date of a task that would be due before it moves by as many days. */
  z.strictObject({ ...bulkIds, action: z.literal('due'), due_date: calendarDate.nullable() }),
  z.strictObject({ ...bulkIds, action: z.literal('project'), project_id: z.uuid() }),
])
/** What fits into a request. */
export const MAX_UNDO_LENGTH = 900_000

export const taskUndoInput = z.strictObject({ undo: z.string().min(1).max(MAX_UNDO_LENGTH) })

export const taskBulkDeleteInput = z.strictObject(bulkIds)

const commentFields = {
  text: requiredText('Please write a comment', 5000),
  /** User ids of the people mentioned. */
  mentions: z.array(z.uuid()).max(20).default([]),
}

export const commentListInput = z.strictObject({ ...pageInput, task_id: z.uuid() })
export const commentAddInput = z.strictObject({
  task_id: z.uuid(),
  ...commentFields,
  /** Whether the project's client sees it. Clients' own comments are always shared. */
  shared: z.boolean().default(false),
  /** The task's attachments that belong to the comment. */
  file_ids: z.array(z.uuid()).max(MAX_COMMENT_FILES, tooManyFiles(MAX_COMMENT_FILES)).default([]),
})
export const commentEditInput = z.strictObject({ id: z.uuid(), ...commentFields })
