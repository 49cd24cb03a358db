/** An object that was made, changed or deleted; a deleted one has no value. */
export interface Change {
  kind: string
  id: string
  value: unknown
}

/**
 * Objects of one kind by id, oldest first. Those that `get`, `find` and `filter` return may be changed, and
 * `changes` lists which were; iterating over the collection is for reading.
 */
export class Collection<Item> extends Map<string, Item> {
  /** Objects returned since the last call of `changes`, in their state at that time. */
  readonly #before = new Map<string, string | undefined>()

  override get(id: string): Item | undefined {
    this.#remember(id)
    return super.get(id)
  }

  override set(id: string, item: Item): this {
    this.#remember(id)
    return super.set(id, item)
  }

  override delete(id: string): boolean {
    this.#remember(id)
    return super.delete(id)
  }

  find(matches: (item: Item) => boolean): Item | undefined {
    for (const [id, item] of this) if (matches(item)) return this.get(id)
    return undefined
  }

  filter(matches: (item: Item) => boolean): Item[] {
    return [...this].filter(([, item]) => matches(item)).flatMap(([id]) => this.get(id) ?? [])
  }

  /** Restores an object that was stored elsewhere; without a value, deletes it. */
  restore(id: string, value: Item | undefined): void {
    if (value === undefined) super.delete(id)
    else super.set(id, value)
    this.#before.delete(id)
  }

  changes(kind: string): Change[] {
    const changed = [...this.#before].filter(([id, text]) => text !== textOf(super.get(id)))
    this.#before.clear()
    return changed.map(([id]) => ({ kind, id, value: super.get(id) }))
  }

  #remember(id: string): void {
    if (!this.#before.has(id)) this.#before.set(id, textOf(super.get(id)))
  }
}

const textOf = (item: unknown): string | undefined => JSON.stringify(item)

export type Memory = ReturnType<typeof createMemory>

/** A stand-in's entire state, which can be stored elsewhere. */
export function createMemory() {
  const collections = new Map<string, Collection<unknown>>()
  return {
    collection<Item>(kind: string): Collection<Item> {
      const made = new Collection<Item>()
      collections.set(kind, made as Collection<unknown>)
      return made
    },
    restore: ({ kind, id, value }: Change): void => collections.get(kind)?.restore(id, value),
    /** The changes since the last call. */
    changes: (): Change[] => [...collections].flatMap(([kind, items]) => items.changes(kind)),
  }
}
