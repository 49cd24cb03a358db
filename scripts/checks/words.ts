/** Words that don't describe a file's content. */
const REFUSED_WORDS: readonly string[] = [
  'arrived',
  'beginning',
  'claim',
  'common',
  'containing',
  'hands',
  'helpers',
  'homes',
  'kept',
  'misc',
  'several',
  'stock',
  'storable',
  'stuff',
  'unanswered',
  'utils',
  'witness',
]

/** The first refused word in the path's file name; null if there is none. */
export function refusedWordIn(path: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const words = name.replace(/\..*$/, '').split('-')
  return words.find((word) => REFUSED_WORDS.includes(word)) ?? null
}
