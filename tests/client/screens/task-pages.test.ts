import fc from 'fast-check'
import { expect, test } from 'vitest'
import { neighborAt, placeTask, tasksOf } from '#client/features/work/tasks/task/task-pages.ts'
import type { TaskDto } from '#shared/work/tasks.ts'

const task = (id: string, agency_id = 'home') => ({ id, agency_id }) as TaskDto
const pagesOf = (...pages: string[][]) => ({
  pages: pages.map((ids) => ({ items: ids.map((id) => task(id)), nextCursor: null })),
})
const idsOf = (data: ReturnType<typeof pagesOf>) => tasksOf(data).map(({ id }) => id)

test('inserts a task at its position across all pages', () => {
  const column = pagesOf(['a', 'b'], ['c', 'd'])
  expect(idsOf(placeTask(column, task('x'), 0))).toEqual(['x', 'a', 'b', 'c', 'd'])
  expect(idsOf(placeTask(column, task('x'), 3))).toEqual(['a', 'b', 'c', 'x', 'd'])
  expect(idsOf(placeTask(column, task('a'), 3))).toEqual(['b', 'c', 'd', 'a'])
  expect(idsOf(placeTask(column, task('c'), null))).toEqual(['a', 'b', 'd'])
  expect(idsOf(placeTask(pagesOf([]), task('x'), 0))).toEqual(['x'])
})

test('inserts without losing or duplicating tasks, for any pages', () => {
  const columns = fc.uniqueArray(fc.integer({ min: 0, max: 99 }).map(String), { minLength: 1 })
  fc.assert(
    fc.property(columns, fc.nat(), fc.nat(), fc.nat(), (ids, cut, chosen, wanted) => {
      const at = cut % (ids.length + 1)
      const moved = ids[chosen % ids.length] ?? ''
      const others = ids.filter((id) => id !== moved)
      const index = wanted % ids.length
      const placed = idsOf(placeTask(pagesOf(ids.slice(0, at), ids.slice(at)), task(moved), index))
      expect(placed).toEqual(others.toSpliced(index, 0, moved))
    }),
  )
})

test('describes a position by the nearest neighbor of the same agency', () => {
  const column = [task('a'), task('b', 'other'), task('c')]
  expect(neighborAt(column, 2, 'home')).toEqual({ after_id: 'a' })
  expect(neighborAt(column, 0, 'home')).toEqual({ before_id: 'a' })
  expect(neighborAt(column, 1, 'other')).toEqual({ before_id: 'b' })
  expect(neighborAt(column, 3, 'third')).toEqual({})
  expect(neighborAt([], 0, 'home')).toEqual({})
})
