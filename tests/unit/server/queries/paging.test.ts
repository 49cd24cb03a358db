import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pagesOf } from '#server/base/core/rows/paging.ts'
import { batchesOf } from '#shared/base/paging.ts'

test('batches contain every item once and in order, and all but the last are full', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 40 }), fc.integer({ min: 1, max: 12 }), (items, size) => {
      const batches = [...batchesOf(items, size)]
      expect(batches.flat()).toEqual(items)
      expect(batches).toHaveLength(Math.ceil(items.length / size))
      for (const batch of batches.slice(0, -1)) expect(batch).toHaveLength(size)
    }),
  )
})

test('pages contain every row once, from the beginning or after a cursor', async () => {
  const size = fc.integer({ min: 1, max: 7 })
  await fc.assert(
    fc.asyncProperty(fc.nat(30), size, fc.option(fc.nat(30)), async (count, limit, start) => {
      const rows = Array.from({ length: count }, (_, index) => index)
      const pages = pagesOf(
        async (after, most) => rows.filter((row) => after === null || row > Number(after[0])).slice(0, most),
        (row) => [String(row)],
        limit,
        start === null ? null : [String(start)],
      )
      const read: number[] = []
      for await (const page of pages) {
        expect(page.length).toBeGreaterThan(0)
        expect(page.length).toBeLessThanOrEqual(limit)
        read.push(...page)
      }
      expect(read).toEqual(rows.slice(start === null ? 0 : start + 1))
    }),
  )
})
