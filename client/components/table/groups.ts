/** Puts rows that follow each other and say the same under one heading. */
export interface Grouping<Item> {
  /** Tells groups apart. */
  key: (item: Item) => string
  heading: (item: Item) => string
}

/** A line of the table: a heading, or a row with its place among the rows. */
export interface Entry<Item> {
  key: string
  heading?: string
  item?: Item
  /** Of the row among all rows; headings don't count. */
  row: number
}

/** The rows as they are sorted, with a heading wherever a group begins. */
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
