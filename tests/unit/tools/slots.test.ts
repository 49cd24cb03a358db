import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOUND = /import\.meta\.glob<[^(]*\(\s*'[^']*\/slots\/([\w-]+)\.tsx',\s*\{[^}]*import: '(\w+)'/g

test('each component in a slots folder is rendered by a screen', () => {
  const screens = globSync('client/features/**/*.tsx').map((file) => readFileSync(file, 'utf8'))
  const shown = screens.flatMap((text) =>
    [...text.matchAll(FOUND)].map(([, file, component]) => `${file} ${component}`),
  )
  const offered = globSync('client/features/**/slots/*.tsx').flatMap((file) => {
    const place = /([\w-]+)\.tsx$/.exec(file)?.[1]
    return [...readFileSync(file, 'utf8').matchAll(/export function (\w+)/g)].map(
      ([, name]) => `${place} ${name}`,
    )
  })
  expect(shown.toSorted()).toEqual([...new Set(offered)].toSorted())
  expect(offered.length).toBeGreaterThan(0)
})
