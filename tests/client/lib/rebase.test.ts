import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rebase } from '#client/lib/calls/rebase.ts'

const record = fc.record({
  title: fc.constantFrom('a', 'b', 'c'),
  due: fc.constantFrom(null, '2026-01-01', '2026-02-02'),
  subtasks: fc.array(fc.record({ title: fc.constantFrom('x', 'y') }), { maxLength: 2 }),
})
const text = JSON.stringify

test('keeps every edit of both sides or reports a clash', () => {
  fc.assert(
    fc.property(record, record, record, (base, mine, theirs) => {
      const { values, clashes } = rebase(base, mine, theirs)
      for (const field of ['title', 'due', 'subtasks'] as const) {
        const edited = text(mine[field]) !== text(base[field])
        expect(values[field]).toEqual(edited ? mine[field] : theirs[field])
        const overwritten =
          text(theirs[field]) !== text(base[field]) && text(values[field]) !== text(theirs[field])
        expect(clashes.includes(field)).toBe(overwritten)
      }
    }),
  )
})

test('always uses the newer version number', () => {
  const { values } = rebase({ version: 1, a: 1 }, { version: 1, a: 2 }, { version: 3, a: 1 })
  expect(values).toEqual({ version: 3, a: 2 })
})
