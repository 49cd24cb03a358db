import { z } from 'zod'
import { MAX_SEARCH_LENGTH } from '../../base/text/length.ts'

export const searchInput = z.strictObject({
  query: z.string().trim().max(MAX_SEARCH_LENGTH),
  /** Maximum results per type. */
  limit: z.int().min(1).max(20).default(5),
})
