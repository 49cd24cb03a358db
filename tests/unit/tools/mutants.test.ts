import { expect, test } from 'vitest'
import { sampleOf, sliceOf, staleOf, withoutTest } from '#scripts/mutants/choose.ts'

const COMMIT = '2c570600aa61b9a24d8d2b8f4a5b1f1e0c0d0e0f'
const items = Array.from({ length: 136 }, (_, index) => index)

test('a commit always has the same sample, spread over the list; other commits differ', () => {
  const sample = sampleOf(items, COMMIT, 10)
  expect(sampleOf(items, COMMIT, 10)).toEqual(sample)
  expect(new Set(sample).size).toBe(10)
  const gaps = sample.map((item, index) => (sample.at(index - 1 < 0 ? 9 : index - 1) ?? 0) - item)
  expect(Math.max(...gaps.map((gap) => (136 - gap) % 136))).toBeLessThanOrEqual(14)
  expect(sampleOf(items, `ff${COMMIT}`, 10)).not.toEqual(sample)
  expect(sampleOf([1, 2], COMMIT, 10)).toEqual([1, 2])
})

test('the samples of all commits cover every mutant', () => {
  const reached = new Set(items.flatMap((first) => sampleOf(items, first.toString(16).padStart(8, '0'), 10)))
  expect(reached.size).toBe(136)
})

test('slices cover the list exactly once', () => {
  const parts = [1, 2, 3, 4, 5].flatMap((part) => sliceOf(items, `${part}/5`))
  expect(parts.toSorted((one, other) => one - other)).toEqual(items)
  expect(() => sliceOf(items, '6/5')).toThrow('such as 2/5')
})

test('a missing or duplicate text is stale', () => {
  const mutant = (find: string) => ({ file: 'a.ts', find, replace: '', tests: [] })
  const mutants = [mutant('once'), mutant('twice'), mutant('never')]
  expect(staleOf(mutants, () => 'once twice twice').map(({ find }) => find)).toEqual(['twice', 'never'])
})

test("a mutant names an existing test, with any quotes; titles from tables aren't checked", () => {
  const mutant = (only: string, file = 'a.test.ts') => ({
    file: 'a.ts',
    find: '',
    replace: '',
    tests: [file],
    only,
  })
  const mutants = [
    mutant('paid once'),
    mutant("isn't paid"),
    mutant('for each'),
    mutant('renamed'),
    mutant('row', 'tests/isolation/a.test.ts'),
  ]
  const text = `test('is paid once', run)\ntest("isn't paid", run)\ntest.each(all)('works for each %s', run)\n'renamed'`
  expect(withoutTest(mutants, () => text).map(({ only }) => only)).toEqual(['renamed'])
})
