/**
 * Spaces, and characters that are invisible by themselves: zero-width characters, direction marks, Hangul fillers,
 * the blank Braille pattern and the null note head.
 */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb\u{1d159}]*$/u

/** Whether nothing in a text is visible. */
export const isBlank = (text: string): boolean => INVISIBLE.test(text)
