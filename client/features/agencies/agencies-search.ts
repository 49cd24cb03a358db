import { z } from 'zod'
import { AGENCY_SORTS } from '#shared/agencies.ts'

export const AGENCY_STATUSES = ['active', 'trial', 'suspended'] as const

/** What the address of the agencies screen holds. */
export const agenciesSearch = z.object({
  search: z.string().catch(''),
  status: z.enum(AGENCY_STATUSES).nullable().catch(null),
  plan: z.uuid().nullable().catch(null),
  sort: z.enum(AGENCY_SORTS).catch('revenue'),
  order: z.enum(['asc', 'desc']).catch('desc'),
  page: z.coerce.number().int().min(1).catch(1),
  agency: z.uuid().nullable().catch(null),
  new: z.coerce.boolean().catch(false),
})

export const NO_FILTERS = { search: '', status: null, plan: null, page: 1 }
