import { z } from 'zod'
import { pageInput } from './paging.ts'

export const activityListInput = z.strictObject({
  ...pageInput,
  project_id: z.uuid().nullish(),
  task_id: z.uuid().nullish(),
  invoice_id: z.uuid().nullish(),
  /** Activity of the client and its projects. */
  client_id: z.uuid().nullish(),
})

export interface ActivityDto {
  id: string
  /** `domain.verb`, for example `project.created`. */
  action: string
  summary: string
  actor_name: string
  subject: { type: string; id: string }
  project_id: string | null
  /** Null for platform events. */
  agency_name: string | null
  /** Of an invitation: as whom, and to which client. */
  invited: { role: string; client_id: string | null } | null
  created_at: string
}
