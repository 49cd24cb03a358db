import { expect, test } from 'vitest'
import { plainName } from '#server/reactions/mail/plain-name.ts'

test.each([
  ['Nia Newman', 'Nia Newman'],
  ['Müller & Söhne Ltd.', 'Müller & Söhne Ltd.'],
  ['Dr. J. R. O’Neil', 'Dr. J. R. O’Neil'],
  ['Win now https://evil.example/x?y=1', 'Win now evil example x?y=1'],
  ['evil.example', 'evil example'],
  ['www.evil.example', 'evil example'],
  ['me@evil.example', 'me evil example'],
  ['javascript:alert(1)', 'javascript alert(1)'],
  ['ｅｖｉｌ．ｅｘａｍｐｌｅ', 'evil example'],
  ['Two\r\nlines\u202e back', 'Two lines back'],
  ['https://', 'somebody'],
  ['x'.repeat(200), `${'x'.repeat(59)}…`],
])('%s is written as %s', (name, plain) => {
  expect(plainName(name)).toBe(plain)
})
