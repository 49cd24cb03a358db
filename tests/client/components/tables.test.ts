import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf, isSame, viewStateOf } from '#client/components/lists/views/view-state.ts'
import { entriesOf } from '#client/components/table/groups.ts'
import { taskSearch } from '#client/features/work/tasks/task/task-search.ts'

const byLetter = {
  key: (item: { id: string; of: string }) => item.of,
  heading: (item: { of: string }) => item.of,
}

test('adds a heading whenever the group changes, and keeps the order of rows', () => {
  const items = [
    { id: '1', of: 'a' },
    { id: '2', of: 'a' },
    { id: '3', of: 'b' },
  ]
  expect(entriesOf(items, byLetter).map(({ heading, item }) => heading ?? item?.id)).toEqual([
    'a',
    '1',
    '2',
    'b',
    '3',
  ])
  expect(entriesOf(items, null).map(({ item }) => item?.id)).toEqual(['1', '2', '3'])
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b')), (letters) => {
      const many = letters.map((of, index) => ({ id: String(index), of }))
      const rows = entriesOf(many, byLetter).filter(({ item }) => item !== undefined)
      expect(rows.map(({ item }) => item)).toEqual(many)
      expect(rows.map(({ row }) => row)).toEqual(many.map((_, index) => index))
    }),
  )
})

const KEYS = ['search', 'status', 'open', 'sort', 'desc'] as const

test('stores only what differs from the defaults in a view, and restores it', () => {
  const state = { ...taskSearch.defaults, status: 'review', sort: 'due', desc: true, task: null } as const
  const kept = viewStateOf(taskSearch, KEYS, state)
  expect(kept).toEqual({ status: 'review', sort: 'due', desc: true })
  const id = '00000000-0000-4000-8000-000000000001'
  const opened = addressOf(taskSearch, KEYS, { id, state: kept })
  expect(opened).toEqual({ search: '', status: 'review', open: false, sort: 'due', desc: true, saved: id })
  expect(addressOf(taskSearch, KEYS, null)).toMatchObject({
    status: null,
    sort: null,
    desc: false,
    saved: null,
  })
  expect(addressOf(taskSearch, KEYS, { id, state: { status: 'someday' } })).toMatchObject({ status: null })
})

test('compares view states regardless of key order', () => {
  expect(isSame({ a: 'x', b: true }, { b: true, a: 'x' })).toBe(true)
  expect(isSame({ a: 'x' }, {})).toBe(false)
})
