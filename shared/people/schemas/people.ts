import { z } from 'zod'

export const contributorListInput = z.strictObject({
  /** Only people who can work on this project; platform administrators must name one. */
  project_id: z.uuid().nullish(),
  /** Also deactivated people with open tasks, for filters. */
  assigned: z.boolean().default(false),
})
