const MAX_LENGTH = 60

/**
 * Sanitizes a name for a mail to someone who may not know the person: short, on a single line, and without
 * anything that mail clients would turn into a link.
 */
export function plainName(name: string): string {
  const words = name
    .normalize('NFKC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/[a-z][a-z0-9+.-]*:\/+/gi, ' ')
    .replace(/\bwww\./gi, ' ')
    // Periods, slashes, and at signs within a word could form an address.
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

/** The greeting of a mail; the name is empty if unknown. */
export const greet = (name: string): string => (name === '' ? 'Hello,' : `Hello ${plainName(name)},`)
