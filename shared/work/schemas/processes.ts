import { z } from 'zod'
import { pageInput } from '../../base/schemas/paging.ts'
import { optionalText, requiredText, searchText } from '../../base/schemas/text.ts'
import { PROCESS_STATUSES, STEP_ROLES } from '../processes.ts'

const stepInput = z.strictObject({
  title: requiredText('Please enter a name for every step', 200),
  description: optionalText(2000),
  role: z.enum(STEP_ROLES).default('employee'),
  /** Days after the start of a run. */
  due_offset_days: z.int().min(0, 'A step must be due on or after the start').max(3650).default(0),
})

/** Inserts without `id`, updates with it. */
export const processSaveInput = z.strictObject({
  id: z.uuid().optional(),
  version: z.int().optional(),
  name: requiredText('Please enter a process name'),
  description: optionalText(2000),
  status: z.enum(PROCESS_STATUSES).default('draft'),
  duration_days: z
    .int('Please enter the duration in days')
    .min(1, 'Please enter the duration in days')
    .max(3650),
  steps: z.array(stepInput).min(1, 'Add at least one step').max(100),
})

export const processListInput = z.strictObject({
  archived: z.boolean().default(false),
  search: searchText,
})

/** A run is for a project, a client, or both; tasks need a project. */
export const runStartInput = z
  .strictObject({
    template_id: z.uuid(),
    project_id: z.uuid().nullish(),
    client_id: z.uuid().nullish(),
    create_tasks: z.boolean().default(false),
  })
  .refine((value) => value.project_id || value.client_id, {
    message: 'Please choose a project or a client',
    path: ['project_id'],
  })
  .refine((value) => !value.create_tasks || value.project_id, {
    message: 'Tasks need a project',
    path: ['project_id'],
  })

export const runTickInput = z.strictObject({ run_id: z.uuid(), step_id: z.uuid(), completed: z.boolean() })
export const runFinishInput = z.strictObject({
  id: z.uuid(),
  version: z.int(),
  outcome: z.enum(['completed', 'failed']),
  note: optionalText(1000),
})
export const runListInput = z.strictObject({
  ...pageInput,
  status: z.enum(['active', 'finished']).default('active'),
})
