import { z } from 'zod'
import { REQUIRED } from '../../base/errors.ts'
import { emailText, requiredText, searchText } from '../../base/schemas/text.ts'
import { AGENCY_SORTS } from '../agencies.ts'

const MAX_TRIAL_EXTENSION_DAYS = 365

export const agencyListInput = z.strictObject({
  search: searchText,
  status: z.enum(['active', 'trial', 'suspended']).nullish(),
  plan_id: z.uuid().nullish(),
  sort: z.enum(AGENCY_SORTS).default('revenue'),
  order: z.enum(['asc', 'desc']).default('desc'),
  page: z.int().min(1).max(100_000).default(1),
})

export const agencyCreateInput = z.strictObject({
  name: requiredText(REQUIRED),
  owner_name: requiredText(REQUIRED),
  owner_email: emailText(),
  plan_id: z.uuid('Please choose a plan.'),
})

export const extendTrialInput = z.strictObject({
  id: z.uuid(),
  days: z.int().min(1, 'Extend the trial by at least one day.').max(MAX_TRIAL_EXTENSION_DAYS),
})

export const agencySuspendInput = z.strictObject({ id: z.uuid(), suspended: z.boolean() })

export const agencyPlanInput = z.strictObject({ id: z.uuid(), plan_id: z.uuid('Please choose a plan.') })

/** The agency's name, typed to confirm its deletion. */
export const agencyDeleteInput = z.strictObject({ id: z.uuid(), confirm_name: z.string().trim().max(200) })
