import { expect, test } from 'vitest'
import { emailText } from '#shared/base/schemas/text.ts'
import { storedEmail } from '#shared/base/text/email.ts'
import { mailAddresses } from '#shared/identity/letterhead/schemas/document-mails.ts'

test.each([
  ['ana@example.com', 'ana@example.com'],
  [' Ana.Lee+Bills@Example.COM '.trim(), 'ana.lee+bills@example.com'],
  ['info@müller-bau.de', 'info@xn--mller-bau-q9a.de'],
  ['INFO@MÜLLER-BAU.DE', 'info@xn--mller-bau-q9a.de'],
  ['info@mu\u0308ller-bau.de', 'info@xn--mller-bau-q9a.de'],
  ['info@XN--MLLER-BAU-Q9A.de', 'info@xn--mller-bau-q9a.de'],
  ['post@straße.example', 'post@xn--strae-oqa.example'],
  ['почта@пример.рф'.replace('почта', 'info'), 'info@xn--e1afmkfd.xn--p1ai'],
  ['info@xn--e1afmkfd.xn--p1ai', 'info@xn--e1afmkfd.xn--p1ai'],
  ['info@例え。テスト', 'info@xn--r8jz45g.xn--zckzah'],
  ['info@한국.한국', 'info@xn--3e0b707e.xn--3e0b707e'],
  ["o'neil@example.ie", "o'neil@example.ie"],
  ['a!#$%&*+/=?^_`{|}~-z@example.com', 'a!#$%&*+/=?^_`{|}~-z@example.com'],
  ['x@a.b.c.museum', 'x@a.b.c.museum'],
  ['\u200bada@example.com', 'ada@example.com'],
  ['\u202aada@example.com\u202c', 'ada@example.com'],
  ['\u2066Ada.\u00adLee@exam\u200bple.com\u2069', 'ada.lee@example.com'],
  ['ada＠example.com', 'ada@example.com'],
  ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
  ['mailto:ada@example.com', 'ada@example.com'],
  ['info@نامه\u200cای.example', 'info@xn--mgba3gch31f060k.example'],
])('%s is stored as %s', (typed, stored) => {
  expect(storedEmail(typed)).toBe(stored)
  expect(storedEmail(stored)).toBe(stored)
  expect(emailText().parse(`  ${typed}\n`)).toBe(stored)
})

test.each([
  '',
  '@example.com',
  'ana',
  'ana@',
  'ana@localhost',
  'ana@example',
  'ana@example.1',
  'ana@127.0.0.1',
  'ana@0x7f.1',
  'ana@[127.0.0.1]',
  'ana@example..com',
  'ana@.example.com',
  'ana@-example.com',
  'ana@example-.com',
  'ana@exam_ple.com',
  'ana@example.com/path',
  'ana@example.com:25',
  'ana@example。com／path',
  'ana@exa mple.com',
  'ana@xn--.com',
  `ana@${'a'.repeat(64)}.com`,
  `${'a'.repeat(250)}@example.com`,
  '.ana@example.com',
  'ana.@example.com',
  'a..na@example.com',
  'a na@example.com',
  'a,na@example.com',
  'ana@example.com, bo@example.com',
  'Ana <ana@example.com>',
  '"ana lee"@example.com',
  'ana@\u212Aexample.com\n',
  'an\u212A@example.com',
  'jürgen@example.com',
  'ad\u200da@example.com',
  'mailto:',
])("%j isn't an address", (typed) => {
  expect(storedEmail(typed)).toBeNull()
})

test('the message explains addresses that few mail servers deliver to', () => {
  const messageOf = (text: string) => emailText().safeParse(text).error?.issues[0]?.message
  expect(messageOf('jürgen@müller-bau.de')).toMatch('accents or other letters before the @')
  expect(messageOf('\u200eＡda Lee@example.com')).toBe('Please enter a valid email address.')
  expect(messageOf('jurgen@müller-bau')).toBe('Please enter a valid email address.')
})

test('one recipient gets one email, however the address is written', () => {
  const parse = (addresses: string[]) => mailAddresses().safeParse(addresses)
  expect(parse(['info@müller-bau.de', 'Info@xn--mller-bau-q9a.de', '']).data).toEqual([
    'info@xn--mller-bau-q9a.de',
  ])
  expect(parse(['\u200bada@example.com', 'mailto:ada@example.com', '\u200b']).data).toEqual([
    'ada@example.com',
  ])
  expect(parse(['info@müller-bau.de', 'nobody', 'none']).error?.issues.map(({ message }) => message)).toEqual(
    ['“nobody” is not an email address.'],
  )
})
