/** "senior_developer" → "senior developer". */
export const spaced = (key: string): string => key.replaceAll('_', ' ')

/** "clean-up" → "Clean up". */
export const sentence = (key: string): string =>
  key.replace(/[-_.]/g, ' ').replace(/^\w/, (letter) => letter.toUpperCase())

/** "web-development" → "Web Development". */
export const titled = (key: string): string =>
  key.replace(/[-_]/g, ' ').replace(/\b\w/g, (letter) => letter.toUpperCase())
