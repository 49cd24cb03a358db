import { z } from 'zod'
import { REQUIRED } from '../../base/errors.ts'
import { pageInput } from '../../base/schemas/paging.ts'
import { requiredEmail, requiredText, searchText, textList } from '../../base/schemas/text.ts'
import { EMPLOYEE_SORTS } from '../employees.ts'

export const employeeInput = z.strictObject({
  name: requiredText(REQUIRED),
  email: requiredEmail(REQUIRED),
  role: requiredText(REQUIRED, 100).transform((role) => role.toLowerCase().replace(/\s+/g, '_')),
  /** Minor units per hour. */
  hourly_rate: z
    .int('Hourly rate must be a number')
    .min(0, 'Hourly rate cannot be negative')
    .max(1_000_000_000)
    .default(0),
  performance_score: z.int().min(0).max(100).default(0),
  skills: textList(30, 60).default([]),
})

/** Inserts without `id`, updates with it. `version` is the one the editor loaded. */
export const employeeSaveInput = employeeInput.extend({
  id: z.uuid().optional(),
  version: z.int().optional(),
})

export const employeeListInput = z.strictObject({
  ...pageInput,
  search: searchText,
  deactivated: z.boolean().default(false),
  order: z.enum(['newest', ...EMPLOYEE_SORTS]).default('newest'),
  /** Reverses the order of a column. */
  descending: z.boolean().default(false),
})
