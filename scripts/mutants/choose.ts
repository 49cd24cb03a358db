import type { Mutant } from '#tests/isolation/mutants/mutant.ts'

export const nameOf = ({ file, find }: Mutant): string => `${file}: ${find}`

/** Mutants whose text doesn't occur exactly once in its file, so that the line is ambiguous. */
export const staleOf = (mutants: readonly Mutant[], read: (file: string) => string): Mutant[] =>
  mutants.filter(({ file, find }) => read(file).split(find).length !== 2)

const TITLE = /\b(?:test|describe)\b[\w.]*(?:\([^)]*\))?\(\s*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`]+)`)/g

/** Mutants whose `only` matches no title in their single test file; titles of isolation tests come from tables. */
export const withoutTest = (mutants: readonly Mutant[], read: (file: string) => string): Mutant[] =>
  mutants.filter(({ tests: [file = '', ...more], only = '^' }) => {
    if (only === '^' || more.length > 0 || file.startsWith('tests/isolation/')) return false
    const titles = [...read(file).matchAll(TITLE)].map(([, ...title]) => title.join(''))
    return !titles.some((title) => new RegExp(only).test(title))
  })

/** A sample spread over the whole list: always the same for one commit, different for the next. */
export function sampleOf<Item>(items: readonly Item[], commit: string, count: number): Item[] {
  if (items.length <= count) return [...items]
  const first = Number.parseInt(commit.slice(0, 8), 16)
  return Array.from({ length: count }, (_, index) => {
    const step = Math.floor((index * items.length) / count)
    return items[(first + step) % items.length] as Item
  })
}

/** One slice of the list, as in `2/5`. */
export function sliceOf<Item>(items: readonly Item[], part: string): Item[] {
  const [number, parts] = part.split('/').map(Number)
  if (!number || !parts || number > parts)
    throw new Error(`--slice needs a fraction such as 2/5, not ${part}.`)
  return items.filter((_item, index) => index % parts === number - 1)
}
