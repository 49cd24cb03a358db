type Values = Record<string, unknown>

export const sameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * Rebases the user's edits of `base` onto a newer version: unedited fields take the newer values. `clashes`
 * names the fields that both sides changed differently.
 */
export function rebase<Record extends Values>(base: Record, mine: Record, theirs: Record) {
  const values = { ...theirs }
  const clashes: (keyof Record)[] = []
  for (const field of Object.keys(theirs) as (keyof Record)[]) {
    if (field === 'version' || sameValue(base[field], mine[field])) continue
    values[field] = mine[field]
    if (!sameValue(base[field], theirs[field]) && !sameValue(mine[field], theirs[field])) clashes.push(field)
  }
  return { values, clashes }
}
