import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { MUTANTS } from '#tests/isolation/mutants/all.ts'
import type { Mutant } from '#tests/isolation/mutants/mutant.ts'
import { copyTree } from '../build/copy-tree.ts'
import { runCommand } from '../command-line.ts'
import { nameOf, sampleOf, sliceOf, staleOf, withoutTest } from './choose.ts'

/**
 * Breaks one line after another in a copy of the tree and checks that the tests named for it fail. A mutant
 * that survives, or whose text doesn't occur exactly once, is an error.
 */
const ROOT = join(import.meta.dirname, '../..')

type Verdict = 'killed' | 'survived' | 'broken'

const SAMPLE = 10
/** A longer run hangs: a mutant's tests need a fraction of this. */
const LIMIT_MS = 4 * 60_000

const USAGE = `npm run mutants                    all of them
npm run mutants -- rules messages  those whose path contains one of these texts
npm run mutants -- --slice 2/5     the second fifth of them
npm run mutants -- --sample        ten of them, different for each commit
npm run mutants -- --check         only whether each text still occurs exactly once, and its test exists`

async function main(args: string[]): Promise<void> {
  const begin = Date.now()
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      check: { type: 'boolean' },
      sample: { type: 'boolean' },
      slice: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    console.log(USAGE)
    return
  }
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
  failOn("These texts don't occur exactly once:", staleOf(MUTANTS, read))
  failOn("These mutants' tests no longer exist:", withoutTest(MUTANTS, read))
  if (values.check) {
    console.log(`${MUTANTS.length} mutants, each text occurs once, each test exists`)
    return
  }
  const named = MUTANTS.filter(
    ({ file }) => positionals.length === 0 || positionals.some((part) => file.includes(part)),
  )
  const sliced = values.slice === undefined ? named : sliceOf(named, values.slice)
  const chosen = values.sample ? sampleOf(sliced, currentCommit(), SAMPLE) : sliced
  if (chosen.length === 0) throw new Error('No mutant matches.')

  const workers = Math.min(availableParallelism(), chosen.length)
  const copies = await Promise.all(Array.from({ length: workers }, () => copyTree('foyer-mutants')))
  try {
    const survivors = await tryAll(copies, chosen)
    const minutes = ((Date.now() - begin) / 60_000).toFixed(1)
    console.log(`${chosen.length} mutants, ${survivors.length} survivors, ${minutes} min`)
    if (survivors.length > 0) process.exitCode = 1
  } finally {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true })
  }
}

function failOn(reason: string, mutants: readonly Mutant[]): void {
  if (mutants.length > 0) throw new Error([reason, ...mutants.map(nameOf)].join('\n'))
}

const currentCommit = (): string =>
  execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' })

/** Mutants not detected by tests. Tests that fail without a mutant prove nothing, so they run without one first. */
async function tryAll(copies: readonly string[], chosen: readonly Mutant[]): Promise<Mutant[]> {
  const waiting = [...chosen]
  const survivors: Mutant[] = []
  const sound = new Map<string, Promise<Verdict>>()
  await Promise.all(
    copies.map(async (copy) => {
      for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
        const { tests, only } = mutant
        const key = JSON.stringify([tests, only])
        const untouched = sound.get(key) ?? runTests(copy, tests, only)
        sound.set(key, untouched)
        const verdict = (await untouched) === 'survived' ? await tryMutant(copy, mutant) : 'broken'
        console.log(`${verdict.padEnd(8)} ${nameOf(mutant)}`)
        if (verdict !== 'killed') survivors.push(mutant)
      }
    }),
  )
  return survivors
}

async function tryMutant(copy: string, { file, find, replace, tests, only }: Mutant): Promise<Verdict> {
  const path = join(copy, file)
  const original = readFileSync(path, 'utf8')
  // A function, because `$` is special in a replacement string.
  writeFileSync(
    path,
    original.replace(find, () => replace),
  )
  try {
    // Its tests are supposed to fail: a retry would only cost time.
    return await runTests(copy, tests, only, ['--retry', '0'])
  } finally {
    writeFileSync(path, original)
  }
}

interface Report {
  success: boolean
  numFailedTests: number
  numPassedTests: number
}

/** Killed if a test fails; broken if none ran or matched, which proves nothing. */
async function runTests(
  copy: string,
  tests: string[],
  only = '',
  more: readonly string[] = [],
): Promise<Verdict> {
  const output = join(copy, 'mutant.json')
  rmSync(output, { force: true })
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const options = [
    '--project',
    'sqlite*',
    '--project',
    'unit',
    '--bail',
    '1',
    '--reporter',
    'json',
    '--outputFile',
    output,
  ]
  const names = only === '' ? [] : ['--testNamePattern', only]
  const command = [vitest, 'run', ...options, ...more, ...names, ...tests]
  const limit = AbortSignal.timeout(LIMIT_MS)
  const child = spawn(process.execPath, command, { cwd: copy, stdio: 'ignore', signal: limit })
  await new Promise((resolve) => child.once('error', resolve).once('close', resolve))
  if (!existsSync(output)) return 'broken'
  const report: Report = JSON.parse(readFileSync(output, 'utf8'))
  if (report.success) return report.numPassedTests > 0 ? 'survived' : 'broken'
  return report.numFailedTests > 0 ? 'killed' : 'broken'
}

await runCommand(main)
