import { z } from 'zod'
import { pageInput } from './paging.ts'
import { emailText, optionalText, requiredText, searchText } from './text.ts'

const REQUIRED = 'Please fill in all required fields'

export const clientInput = z.strictObject({
  name: requiredText(REQUIRED),
  email: z.string(REQUIRED).trim().min(1, REQUIRED).pipe(emailText()),
  phone: optionalText(50),
  company: optionalText(),
  address: optionalText(500),
  portal_access: z.boolean().default(true),
})
export type ClientInput = z.input<typeof clientInput>

/** Insert without `id`, update with it; `version` is the one the editor loaded. */
export const clientSaveInput = clientInput.extend({
  id: z.uuid().optional(),
  version: z.int().optional(),
})

export const clientListInput = z.strictObject({
  ...pageInput,
  search: searchText,
  archived: z.boolean().default(false),
})

/** A client company as the agency sees it; money in minor units of the agency's currency. */
export interface ClientDto {
  id: string
  agency_id: string
  /** Named for the platform's administrator, who reads across agencies. */
  agency_name: string
  name: string
  email: string
  phone: string | null
  company: string | null
  address: string | null
  portal_access: boolean
  project_count: number
  total_paid: number
  outstanding_amount: number
  archived_at: string | null
  version: number
  created_at: string
}

export interface ClientCounters {
  total_clients: number
  active_projects: number
  total_revenue: number
  outstanding: number
}
