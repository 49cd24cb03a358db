/** Groups consecutive rows with the same key under one heading. */
export interface Grouping<Item> {
  /** Identifies the group. */
  key: (item: Item) => string
  heading: (item: Item) => string
}

/** A line of the table: a heading, or a row with its index. */
export interface Entry<Item> {
  key: string
  heading?: string
  item?: Item
  /** Index among all rows; headings don't count. */
  row: number
}

/** The rows in their order, with a heading before each group. */
export function entriesOf<Item extends { id: string }>(
  items: readonly Item[],
  grouping: Grouping<Item> | null,
): Entry<Item>[] {
  let current: string | null = null
  return items.flatMap((item, row) => {
    const entry: Entry<Item> = { key: item.id, item, row }
    const group = grouping?.key(item) ?? null
    if (grouping === null || group === current) return [entry]
    current = group
    return [{ key: `group ${group}`, heading: grouping.heading(item), row }, entry]
  })
}
