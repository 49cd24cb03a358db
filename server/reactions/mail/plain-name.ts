const MAX_LENGTH = 60

/**
 * A name as a mail to somebody who may not know its bearer can say it: short, on one line, and without
 * anything that a mail program would turn into a link.
 */
export function plainName(name: string): string {
  const words = name
    .normalize('NFKC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/[a-z][a-z0-9+.-]*:\/+/gi, ' ')
    .replace(/\bwww\./gi, ' ')
    // A point, slash or at sign within a word is what makes an address of it.
    .replace(/(?<=\S)[./\\@:]+(?=\S)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (words === '') return 'somebody'
  const characters = [...words]
  return characters.length <= MAX_LENGTH
    ? words
    : `${characters
        .slice(0, MAX_LENGTH - 1)
        .join('')
        .trimEnd()}…`
}

/** How a mail begins; the name is empty where none is known. */
export const greet = (name: string): string => (name === '' ? 'Hello,' : `Hello ${plainName(name)},`)
