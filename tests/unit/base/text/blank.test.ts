import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clean } from '#server/base/adapters/vendor-exports/text.ts'
import { optionalText, requiredText, textList } from '#shared/base/schemas/text.ts'
import { isBlank } from '#shared/base/text/blank.ts'
import { clientInput } from '#shared/people/schemas/clients.ts'

const BLANK: [string, string][] = [
  ['nothing', ''],
  ['spaces of all widths', ' \t\u00a0\u2003\u3000'],
  ['zero-width spaces', '\u200b\u200b'],
  ['zero-width joiners', '\u200c\u200d'],
  ['a byte order mark', '\ufeff'],
  ['a word joiner', '\u2060'],
  ['a soft hyphen', '\u00ad'],
  ['direction marks', '\u200e\u200f\u202a\u202c\u2066\u2069\u061c'],
  ['Hangul fillers', '\u115f\u1160\u3164\uffa0'],
  ['an empty Braille pattern', '\u2800'],
  ['a Mongolian vowel separator', '\u180e'],
  ['variation selectors', '\ufe0f\ufe00'],
  ['tags', '\u{e0041}\u{e007f}'],
  ['an empty note head', '\u{1d159}'],
  ['annotation marks', '\ufff9\ufffa\ufffb'],
]

test.each(BLANK)('%s counts as blank', (_, text) => {
  expect(isBlank(text)).toBe(true)
  expect(requiredText('Please enter a name.').safeParse(text).error?.issues).toMatchObject([
    { message: 'Please enter a name.' },
  ])
  expect(optionalText().parse(text)).toBeNull()
  expect(textList().parse([text, 'one'])).toEqual(['one'])
  expect(clean(text)).toBe('')
  expect(clientInput.safeParse({ name: text, email: 'ana@example.com' }).success).toBe(false)
})

test.each(['a', '.', '0', '\u200bplan', 'שלום', '한국', '⠁', '👍🏽', '👨‍👩‍👧', 'क', '\u200f٣'])(
  '%j is not blank',
  (text) => {
    expect(isBlank(text)).toBe(false)
    expect(requiredText('Please enter a name.').safeParse(text).success).toBe(true)
  },
)

test('no schema requires only that a text is longer than nothing', () => {
  // Keys, passwords and files may contain any characters.
  const other =
    /password|Token|csv|const id =|DATA_DIR|APP_NAME|sessionIdInput|undo|name: z\.string\(\)\.min\(1\)\.max\(60\)/
  const found = globSync('{shared,server}/**/*.ts').flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => /string\(.*\.min\(1\b/.test(line) && !other.test(line))
      .map((line) => `${path} ${line.trim()}`),
  )
  expect(found).toEqual([])
})
