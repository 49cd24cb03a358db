import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  advance,
  formatPosition,
  isPast,
  type Position,
  parsePosition,
} from '#server/reactions/live/position.ts'

const START: Position = { max: 0, gaps: [] }

/** The committed ids that a reader at this position would still fetch. */
const unread = (position: Position, committed: number[]) =>
  committed.filter((id) => !isPast(position, id)).sort((a, b) => a - b)

test('ids committing in any order are each read exactly once, across reconnections', () => {
  const commits = fc.integer({ min: 1, max: 60 }).chain((count) =>
    fc.tuple(
      fc.shuffledSubarray(
        Array.from({ length: count }, (_, index) => index + 1),
        { minLength: count },
      ),
      fc.array(fc.boolean(), { minLength: count, maxLength: count }),
    ),
  )
  fc.assert(
    fc.property(commits, ([order, pauses]) => {
      let position = START
      const committed: number[] = []
      const read: number[] = []
      order.forEach((id, index) => {
        committed.push(id)
        if (pauses[index]) return
        const ids = unread(position, committed)
        read.push(...ids)
        position = parsePosition(formatPosition(advance(position, ids, 0))) ?? START
        position = { ...position, gaps: position.gaps.map((gap) => ({ ...gap, since: 0 })) }
      })
      read.push(...unread(position, committed))
      expect(read.sort((a, b) => a - b)).toEqual([...committed].sort((a, b) => a - b))
    }),
  )
})

test('a gap from a rolled-back transaction is skipped after a minute', () => {
  const position = advance(START, [1, 3], 1_000)
  expect(formatPosition(position)).toBe('3!2')
  expect(formatPosition(advance(position, [4], 60_000))).toBe('4!2')
  expect(formatPosition(advance(position, [4], 61_000))).toBe('4')
})

test('only our own positions can be parsed', () => {
  expect(parsePosition('12!3,4')).toEqual({
    max: 12,
    gaps: [
      { id: 3, since: 0 },
      { id: 4, since: 0 },
    ],
  })
  for (const text of ['', 'x', '1!', '1!2,', '-1', '1.5', `${'9'.repeat(40)}`])
    expect(parsePosition(text)).toBeNull()
})
