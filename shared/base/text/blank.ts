/**
 * Spaces, and characters that show nothing by themselves: of no width, marks of direction, fillers of Hangul, the empty
 * pattern of Braille and the empty note head.
 */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb\u{1d159}]*$/u

/** Whether a text shows nothing to its reader. */
export const isBlank = (text: string): boolean => INVISIBLE.test(text)
