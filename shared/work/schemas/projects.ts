import { z } from 'zod'
import { REQUIRED } from '../../base/errors.ts'
import { optionalCalendarDate } from '../../base/schemas/dates.ts'
import { idInput } from '../../base/schemas/ids.ts'
import { pageInput } from '../../base/schemas/paging.ts'
import { optionalText, requiredText, searchText, textList } from '../../base/schemas/text.ts'
import { MAX_PROJECT_NAME, PROJECT_CATEGORIES, PROJECT_SORTS, PROJECT_STATUSES } from '../projects.ts'

/** The API accepts `in-progress` for `in_progress`. */
export const projectStatus = z
  .literal('in-progress')
  .transform(() => 'in_progress' as const)
  .or(z.enum(PROJECT_STATUSES))

const projectFields = {
  name: requiredText(REQUIRED, MAX_PROJECT_NAME),
  description: optionalText(5000),
  category: z.enum(PROJECT_CATEGORIES, REQUIRED),
  /** Minor units of the agency's currency; empty means 0. */
  total_price: z
    .int('Budget must be a number')
    .min(0, 'Budget cannot be negative')
    .max(100_000_000_000)
    .default(0),
  start_date: optionalCalendarDate,
  delivery_date: optionalCalendarDate,
  requirements: textList().default([]),
  deliverables: textList().default([]),
  assigned_employee_ids: z.array(z.uuid()).max(200).default([]),
}

const clientFields = { client: requiredText(REQUIRED), client_id: z.uuid().nullish() }

/**
 * The client is given by name and must match an existing client of the agency; `client_id` decides between
 * clients of the same name. Other keys (status, agency) are ignored: a new project always starts as planning at 0
 * percent.
 */
export const projectCreateInput = z.object({ ...projectFields, ...clientFields })

export const projectUpdateInput = z.strictObject({
  id: z.uuid(),
  version: z.int(),
  ...projectFields,
  ...clientFields,
  status: projectStatus,
  /** Manual percentage; null computes it from the tasks. */
  progress: z
    .int()
    .min(0, 'Progress must be between 0 and 100')
    .max(100, 'Progress must be between 0 and 100')
    .nullable(),
})

export const projectListInput = z.strictObject({
  ...pageInput,
  search: searchText,
  status: projectStatus.nullish(),
  client_id: z.uuid().nullish(),
  employee_id: z.uuid().nullish(),
  /** Excludes completed projects. */
  active: z.boolean().optional(),
  archived: z.boolean().default(false),
  order: z.enum(['newest', ...PROJECT_SORTS]).default('newest'),
  /** Reverses the order of a column. */
  descending: z.boolean().default(false),
})

export const projectArchiveInput = idInput.extend({ archived: z.boolean() })

export const projectStatusInput = idInput.extend({ status: projectStatus, version: z.int().optional() })
