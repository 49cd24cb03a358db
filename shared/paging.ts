import { z } from 'zod'

export const PAGE_SIZE = 50
export const MAX_PAGE_SIZE = 100

/** Input shared by all lists: an opaque cursor from the previous page and a limited page size. */
export const pageInput = {
  cursor: z.string().max(2_000).nullish(),
  limit: z.int().min(1).max(MAX_PAGE_SIZE).default(PAGE_SIZE),
  /** Sent along by the client's infinite queries; lists only go forward. */
  direction: z.literal('forward').optional(),
}

export interface Page<Item> {
  items: Item[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: string | null
}
