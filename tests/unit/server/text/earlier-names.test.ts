import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EARLIER_NAMES } from '#server/base/core/calls/renamed-procedures.ts'

/** The names that the changelog's versions replaced, newest version first. */
const versions = readFileSync('CHANGELOG.md', 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((version) =>
    [...version.matchAll(/^\| `([\w.]+?)(?:\.\*)?` \| `[\w.]+(?:\.\*)?` \|$/gm)].map(([, name]) => name),
  )

test('the changelog lists what was renamed', () => {
  expect(versions.flat()).toEqual(expect.arrayContaining(['billing', 'schedule.remove']))
})

test('an earlier name works only until the version after the one that replaced it', () => {
  const [unreleased = [], released = []] = versions
  const answering = [...EARLIER_NAMES.routers.keys(), ...EARLIER_NAMES.procedures.keys()]
  expect(answering.filter((name) => ![...unreleased, ...released].includes(name))).toEqual([])
})
