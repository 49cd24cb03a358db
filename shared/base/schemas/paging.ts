import { z } from 'zod'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../paging.ts'

/** Input shared by all lists: an opaque cursor from the previous page and a limited page size. */
export const pageInput = {
  cursor: z.string().max(2_000).nullish(),
  limit: z.int().min(1).max(MAX_PAGE_SIZE).default(PAGE_SIZE),
  /** Sent by the client's infinite queries; lists can only be read forward. */
  direction: z.literal('forward').optional(),
}
