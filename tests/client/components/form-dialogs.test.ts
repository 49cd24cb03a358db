import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = globSync('client/**/*.tsx', { exclude: ['**/forms/form-dialog.tsx'] }).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))
const dialogs = files.filter(({ text }) => /<FormDialog\b/.test(text))

/** Forms in their own dialog with nothing to restore: a password, and a card. */
const OWN_DIALOGS = [
  'client/features/identity/auth/sign-in-again.tsx',
  'client/features/money/payments/simulated/test-card-form.tsx',
]

test('every dialog uses the component that closes only when topmost', () => {
  const others = files.filter(({ text }) => /<Modal\b/.test(text)).map(({ path }) => path)
  expect(others).toEqual(['client/components/dialogs/dialog.tsx'])
  expect(files.filter(({ text }) => /<Dialog\b/.test(text)).length).toBeGreaterThan(12)
})

test('every form in a dialog uses the component that asks before discarding input', () => {
  const others = files.filter(
    ({ text }) =>
      /<(Dialog|Drawer)\b/.test(text) && /<AppForm\b|useAppForm\(/.test(text) && !/<FormDialog\b/.test(text),
  )
  const paths = others.map(({ path }) => path).filter((path) => !OWN_DIALOGS.includes(path))
  expect(paths).toEqual([])
})

test('every other dialog with a file or long text asks as well', () => {
  const others = files.filter(({ text }) => /<Dialog\b/.test(text) && /<(FileInput|Textarea)\b/.test(text))
  const paths = others.map(({ path }) => path).filter((path) => !OWN_DIALOGS.includes(path))
  expect(paths).toEqual([])
})

test('every form dialog registers its fields for restoring', () => {
  const without = dialogs.filter(({ text }) => !/\buse\w*Form\w*\b/.test(text))
  expect(without.map(({ path }) => path)).toEqual([])
  expect(dialogs.length).toBeGreaterThan(50)
})

test('every dialog that loads its record first asks the server each time it opens', () => {
  const queries = files.flatMap(({ path, text }) => {
    const names = Array.from(text.matchAll(/<EditDialog\b[^>]*?query=\{(\w+)\}/g), ([, name]) => name)
    const statements = text.split(/\n {2}(?=[a-z])/).filter((statement) => statement.includes('useQuery('))
    return statements
      .filter((statement) => names.some((name) => statement.startsWith(`const ${name} =`)))
      .map((statement) => ({ path, statement }))
  })
  expect(queries.length).toBeGreaterThan(20)
  expect(queries.filter(({ statement }) => !statement.includes('staleTime: 0'))).toEqual([])
})

/** Fields that hold a secret, by the name in the server's schema. */
const SECRET_FIELD =
  /getInputProps\('(password|code|pin|iban|number|cvc|[\w.]*_?secret|[\w.]*_key|[\w.]*token)'\)/
const NOT_STORED = /<PasswordInput|<ReAuthFields|autoComplete="(one-time-code|cc-)|data-secret/

/** A number that isn't an account number. */
const HARMLESS = ['client/features/money/payouts/bill-dialog.tsx']

test('no form dialog stores a secret', () => {
  const secret = dialogs.filter(({ text }) => SECRET_FIELD.test(text))
  expect(secret.length).toBeGreaterThan(5)
  const stored = secret.filter(({ text }) => !NOT_STORED.test(text)).map(({ path }) => path)
  expect(stored.filter((path) => !HARMLESS.includes(path))).toEqual([])
})
