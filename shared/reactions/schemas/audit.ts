import { z } from 'zod'
import { pageInput } from '../../base/schemas/paging.ts'
import { searchText } from '../../base/schemas/text.ts'

export const auditListInput = z.strictObject({
  ...pageInput,
  search: searchText,
  /** A prefix, for example `session.`. */
  action: z.string().max(60).nullish(),
})
