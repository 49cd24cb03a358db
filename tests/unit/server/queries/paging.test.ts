import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchesOf } from '#shared/base/paging.ts'

test('batches have every item once and in order, and all but the last are full', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 40 }), fc.integer({ min: 1, max: 12 }), (items, size) => {
      const batches = [...batchesOf(items, size)]
      expect(batches.flat()).toEqual(items)
      expect(batches).toHaveLength(Math.ceil(items.length / size))
      for (const batch of batches.slice(0, -1)) expect(batch).toHaveLength(size)
    }),
  )
})
