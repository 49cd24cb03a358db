import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig, SETTINGS } from '#server/core/config.ts'

const example = parseEnv(readFileSync('.env.example', 'utf8'))

test('.env.example names every setting there is, and no other', () => {
  expect(Object.keys(example).sort()).toEqual([...SETTINGS].sort())
})

test('.env.example holds the defaults', () => {
  expect(readConfig(example)).toEqual(readConfig({}))
})
