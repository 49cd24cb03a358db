import { z } from 'zod'
import { pageInput } from './paging.ts'

export const activityListInput = z.strictObject({
  ...pageInput,
  project_id: z.uuid().nullish(),
  task_id: z.uuid().nullish(),
  invoice_id: z.uuid().nullish(),
  /** What happened to the client itself and in its projects. */
  client_id: z.uuid().nullish(),
})

export interface ActivityDto {
  id: string
  /** `domain.verb`, for instance `project.created`. */
  action: string
  summary: string
  actor_name: string
  subject: { type: string; id: string }
  project_id: string | null
  /** Null for events of the platform itself. */
  agency_name: string | null
  created_at: string
}
