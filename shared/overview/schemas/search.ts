import { z } from 'zod'

export const searchInput = z.strictObject({
  query: z.string().trim().max(200),
  /** Maximum results per type. */
  limit: z.int().min(1).max(20).default(5),
})
