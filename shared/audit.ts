import { z } from 'zod'
import { pageInput } from './paging.ts'
import { searchText } from './text.ts'

export const auditListInput = z.strictObject({
  ...pageInput,
  search: searchText,
  /** Everything that starts with this, for instance `session.`. */
  action: z.string().max(60).nullish(),
})

export interface AuditEntryDto {
  id: string
  agency_id: string | null
  agency_name: string | null
  actor_id: string | null
  actor_name: string
  actor_role: string | null
  action: string
  subject_type: string
  subject_id: string
  detail: string
  created_at: string
}
