import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeNewest } from '#server/base/core/rows/paging.ts'

interface Row {
  at: string
  id: string
}
const cursorOf = ({ at, id }: Row) => [at, id]
const row = fc.record({ at: fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03'), id: fc.uuid() })

test('overlapping lists are merged newest first, each row once', () => {
  const property = fc.property(fc.array(row), fc.array(row), fc.array(row), (one, shared, other) => {
    const merged = mergeNewest(
      [
        [...one, ...shared],
        [...shared, ...other],
      ],
      cursorOf,
    )
    expect(new Set(merged)).toEqual(new Set([...one, ...shared, ...other]))
    expect(new Set(merged.map(({ id }) => id)).size).toBe(merged.length)
    for (const [index, { at, id }] of merged.entries()) {
      const next = merged[index + 1]
      if (next !== undefined) expect(at > next.at || (at === next.at && id > next.id)).toBe(true)
    }
  })
  fc.assert(property)
})
