export const PAGE_SIZE = 50
export const MAX_PAGE_SIZE = 100
/** How many records a field suggests; typing narrows them. */
export const CHOICES = 50

export interface Page<Item> {
  items: Item[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: string | null
}

/** The items in their order, at most `size` at once; nothing for an empty list. */
export function* batchesOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
