import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')
const GUARD = join(ROOT, 'scripts/require-node.cjs')

/** Runs the guard in this Node, modified to look like another. */
const run = (disguise: string) =>
  spawnSync(process.execPath, ['-e', `${disguise}; require(${JSON.stringify(GUARD)})`], { encoding: 'utf8' })

test.each(['16.20.2', '18.20.8', '20.20.2', '22.22.0'])(
  'Node %s gets an explanation in one sentence',
  (version) => {
    const { status, stderr } = run(
      `delete require('crypto').argon2; Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`,
    )
    expect(status).toBe(78)
    expect(stderr.trim()).toMatch(
      new RegExp(`^Foyer runs on Node 26, and this is Node ${version}\\. .*"npm ci" again.*$`),
    )
  },
)

test('the Node that comes with the packages continues without output', () => {
  expect(run('')).toMatchObject({ status: 0, stdout: '', stderr: '' })
})

test.each(['dev', 'demo', 'build', 'start', 'test', 'doctor'])('npm run %s checks Node first', (name) => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(scripts[name]).toMatch(/^node --require \.\/scripts\/require-node\.cjs /)
})
