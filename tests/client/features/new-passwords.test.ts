import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('each form that sets a password tells password managers which account it belongs to', () => {
  const forms = globSync('client/**/*.tsx')
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
    .filter(({ text }) => /["']new-password["']/.test(text))
  expect(forms.length).toBeGreaterThan(3)
  const silent = forms.filter(({ text }) => !/<HiddenUserName |autoComplete="username"/.test(text))
  expect(silent.map(({ path }) => path)).toEqual([])
})
