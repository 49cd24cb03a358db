import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig, SETTINGS } from '#server/base/core/config.ts'

const example = parseEnv(readFileSync('.env.example', 'utf8'))

test('.env.example lists exactly the existing settings', () => {
  expect(Object.keys(example).sort()).toEqual([...SETTINGS].sort())
})

test('.env.example contains the defaults', () => {
  expect(readConfig(example)).toEqual(readConfig({}))
})
