import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A URL parameter filled with a secret. */
const HANDWRITTEN = /[?&][\w-]+=\$\{[^}]*(secret|token)/i

test('links with a secret are built in one place, whose pages a browser test opens', () => {
  const files = globSync('{server,shared}/**/*.ts')
  const found = files.filter((file) => HANDWRITTEN.test(readFileSync(file, 'utf8')))
  expect(found).toEqual(['shared/base/links.ts'])
})
