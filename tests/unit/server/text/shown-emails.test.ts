import { globSync, readFileSync } from 'node:fs'
import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { showEmails, showEmailsIn, unicodeEmail } from '#server/base/core/shown-emails.ts'
import { storedEmail } from '#shared/base/text/email.ts'

test.each([
  'info@müller-bau.de',
  'info@straße.de',
  'info@пример.рф',
  'info@почта.com',
  'info@例え.jp',
  'info@abcアイウ.jp',
  'info@한국.한국',
  'info@παράδειγμα.gr',
  'info@उदाहरण.भारत',
  'info@مثال.com',
  'info@việtnam.vn',
])('%s is shown as typed', (email) => {
  const stored = storedEmail(email) ?? ''
  expect(stored).toContain('xn--')
  expect(showEmails(stored)).toBe(email)
  expect(unicodeEmail(stored)).toBe(email)
  expect(showEmails(`Mail to <${stored}>, or ${stored.toUpperCase()}.`)).toBe(
    `Mail to <${email}>, or INFO@${email.slice(5)}.`,
  )
})

test.each([
  ['Cyrillic and Latin', 'info@pаypal.com'],
  ['Cyrillic that looks like Latin', 'info@аррӏе.com'],
  ['Greek that looks like Latin', 'info@ακτον.com'],
  ['Greek and Latin', 'info@gοogle.com'],
  ['emoji', 'info@💩.la'],
  ['Armenian and Latin', 'info@ոver.com'],
])('%s is shown in ASCII', (_, email) => {
  const stored = storedEmail(email) ?? ''
  expect(stored).toContain('xn--')
  expect(showEmails(stored)).toBe(stored)
})

test('a shown address is stored as before', () => {
  const letters = fc.stringMatching(/^[a-zäöüßéñçåøþığşčžłаебвгдежзиκαβγδ例え한국मथ-]{1,12}$/u)
  fc.assert(
    fc.property(letters, (label) => {
      const domain = domainToASCII(`${label}.example`)
      const stored = storedEmail(`info@${domain}`)
      if (domain === '' || stored === null) return
      expect(storedEmail(showEmails(stored))).toBe(stored)
    }),
  )
})

test('only addresses change, and a value without any stays the same', () => {
  const plain = { email: 'ana@example.com', note: 'xn--mller-bau-q9a.de', tags: ['a@xn--a.com'] }
  expect(showEmailsIn(plain)).toBe(plain)
  const stored = 'info@shop.xn--mller-bau-q9a.de'
  const shown = 'info@shop.müller-bau.de'
  const rows = [plain, { count: 1, at: null, parties: { buyer: { email: stored }, cc: [stored, 'b@c.de'] } }]
  const answer = showEmailsIn(rows)
  expect(answer).toEqual([
    plain,
    { count: 1, at: null, parties: { buyer: { email: shown }, cc: [shown, 'b@c.de'] } },
  ])
  expect(answer[0]).toBe(plain)
})

test('no other code lowercases addresses or validates them', () => {
  const own =
    /z\s*\.email\(|(?:email|address|recipient|mailbox)\w*\)?\??\.to(?:Locale)?LowerCase\(|lower\([^)]*email/i
  const files = globSync('{server,shared,client,scripts}/**/*.{ts,tsx}')
  const found = files.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line) => (own.test(line) ? [path] : [])),
  )
  expect(files.length).toBeGreaterThan(1000)
  expect(found).toEqual(['shared/base/text/email.ts'])
})
