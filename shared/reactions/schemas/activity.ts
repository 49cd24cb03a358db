import { z } from 'zod'
import { pageInput } from '../../base/schemas/paging.ts'

export const activityListInput = z.strictObject({
  ...pageInput,
  project_id: z.uuid().nullish(),
  task_id: z.uuid().nullish(),
  invoice_id: z.uuid().nullish(),
  /** Activity of the client and its projects. */
  client_id: z.uuid().nullish(),
})
