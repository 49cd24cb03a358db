/**
 * Which characters a search treats as equal, for `text-functions.ts` and for the program's own folding. Stored texts
 * are folded by these rules: a change needs a migration, such as `0220-letters-and-spaces.ts`.
 */

/**
 * Ranges of code points, in hexadecimal: accents, vowel points of Arabic and Hebrew, tatweel, and invisible
 * characters. Marks of other scripts are parts of their letters.
 */
export const MARKS = `ad 300-36f 483-489 591-5bd 5bf 5c1-5c2 5c4-5c5 5c7 610-61a 61c 640 64b-65f 670 6d6-6dc
  6df-6e4 6e7-6e8 6ea-6ed 711 730-74a 8ca-8ff 93c 180e 1ab0-1aff 1dc0-1dff 200b-200f 202a-202e 2060-206f 20d0-20ff
  2de0-2dff fe00-fe0f fe20-fe2f feff`

/** Punctuation, spaces and symbols other than pictures, which end a word. */
export const SEPARATORS = `1-2f 3a-60 7b-bf d7 f7 2c2-2c5 2d2-2eb 2ed 2ef-2ff 375 37e 387 3f6 482 55a-55f 589-58f
  5be 5c0 5c3 5c6 5f3-60f 61b-61f 66a-66d 6d4 6dd-6de 6e9 6fd-6fe 700-70f 7f6-7f9 830-83e 85e 964-965 970 9f2-9f3
  9fa-9fb 9fd a76 af0-af1 b70 bf3-bfa c77 c7f c84 d4f d79 df4 e3f e4f e5a-e5b f01-f17 f1a-f1f f34 f36 f38 f3a-f3d f85
  fbe-fc5 fc7-fda 104a-104f 109e-109f 10fb 1360-1368 1390-1399 1400 166d-166e 1680 169b-169c 16eb-16ed 1735-1736
  17d4-17d6 17d8-17db 1800-180a 1940-1945 19de-19ff 1a1e-1a1f 1aa0-1aa6 1aa8-1aad 1b5a-1b6a 1b74-1b7e 1bfc-1bff
  1c3b-1c3f 1c7e-1c7f 1cc0-1cc7 1cd3 2000-20cf 2100-214d 214f 218a-2319 231c-23e8 23fb-25ff 27c0-2b1a 2b1d-2b4f 2b51-2b54 2b56-2bff 2ce5-2cea 2cf9-2cff 2d70 2e00-2e2e 2e30-2e7f
  3000-3004 3008-3020 3030 3037 303d-303f 30a0 30fb 3190-3191 31c0-31ef 4dc0-4dff a490-a4c6 a4fe-a4ff a60d-a60f a673
  a67e a6f2-a6f7 a874-a877 a8ce-a8cf a8f8-a8fa a8fc a92e-a92f a95f a9c1-a9cd a9de-a9df aa5c-aa5f aade-aadf aaf0-aaf1
  abeb e000-f8ff fd3e-fd4f fdcf fdfc-fdff fe10-fe19 fe30-fe6b ff01-ff0f ff1a-ff20 ff3b-ff40 ff5b-ff65 ffe0-fffd
  10100-101ff 1d000-1d3ff`

/**
 * Scripts whose words aren't separated, or are joined to others: Thai, Lao, Burmese, Khmer, Chinese, Japanese, Korean,
 * and pictures such as emoji. Each pair of adjacent characters is a word in the index.
 */
export const PAIRED = `e01-eff 1000-109f 1100-11ff 1780-17ff 231a-231b 23e9-23fa 2600-27bf 2b1b-2b1c 2b50 2b55 3005-31ff 3400-4dbf 4e00-9fff a960-a97f a9e0-a9ff
  aa60-aa7f ac00-d7ff f900-faff 1b000-1b2ff 1f000-1fbef 20000-3ffff`

/** Written as `'`. */
export const APOSTROPHES = '`´‘’‛ʹʻʼʽ′·՚׳'

/** Written as `"`. As compatibility forms they would become two apostrophes. */
export const DOUBLE_PRIME = '″'

/** Between such letters, or after the last one, `"` marks an abbreviation and can be left out like an apostrophe. */
export const HEBREW = '5d0-5ea'

/** Any number of these is one space, as browsers show them; other spaces decompose to U+0020. */
export const WHITE_SPACE = '9-d 20 85 1680 2028-2029'

/** The zeros of scripts whose digits people also type as 0 to 9. */
const ZEROS = '٠۰०০੦૦୦௦౦೦൦๐໐༠၀០'

/**
 * Characters that Unicode doesn't decompose, or decomposes into ones that keyboards lack, as people type them instead.
 */
export const ALIKE: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i', ə: 'e', ς: 'σ', ґ: 'г' },
  // Persian and Urdu letters from other keyboards, and endings that Arabic writes in two ways.
  ...{ ی: 'ي', ى: 'ي', ک: 'ك', ہ: 'ه', ة: 'ه' },
  ...Object.fromEntries([...ZEROS].flatMap(digitsFrom)),
  ...Object.fromEntries([...'‐‒–—―−־'].map((dash) => [dash, '-'])),
  ...Object.fromEntries([...'“”„‟«»‹›״'].map((quote) => [quote, '"'])),
  // Remainders of the decomposed “ŀ”, “ŉ”, “‴”, “½” and “～”.
  ...{ '·': "'", ʼ: "'", '′': "'", '⁄': '/', '〜': '~', '×': 'x' },
}

function digitsFrom(zero: string): [string, string][] {
  const first = zero.codePointAt(0) as number
  return Array.from({ length: 10 }, (_, value) => [String.fromCodePoint(first + value), String(value)])
}

/** The ranges as a regular expression character class, with each code in the engine's notation. */
export const classOf = (ranges: string, escaped: (code: string) => string): string =>
  ranges
    .trim()
    .split(/\s+/)
    .map((range) => range.split('-').map(escaped).join('-'))
    .join('')
