/** The code without its comments, which may mention what the rules forbid; strings stay. */
export const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

/** The text between the bracket at `open` and its closing bracket. */
export function bracketed(text: string, open: number): string {
  let depth = 0
  for (let index = open; index < text.length; index++) {
    if (text[index] === '(') depth++
    if (text[index] === ')') depth--
    if (depth === 0) return text.slice(open + 1, index)
  }
  return text.slice(open + 1)
}
