import { z } from 'zod'
import { searchText } from '../../base/schemas/text.ts'

export const peopleListInput = z.strictObject({ search: searchText })

export const contributorListInput = z.strictObject({
  /** Only people who can work on this project; platform administrators must name one. */
  project_id: z.uuid().nullish(),
  /** Also deactivated people with open tasks, for filters. */
  assigned: z.boolean().default(false),
  search: searchText,
})
