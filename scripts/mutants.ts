import { execFileSync, spawn } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { MUTANTS } from '#tests/isolation/mutants/all.ts'
import type { Mutant } from '#tests/isolation/mutants/mutant.ts'
import { runCommand } from './command-line.ts'

/**
 * Makes one line after the other wrong in a copy of the tree and sees whether the tests named for it
 * notice. What survives, or no longer occurs exactly once, is a failure.
 */
const ROOT = join(import.meta.dirname, '..')

type Verdict = 'killed' | 'survived' | 'broken'

async function main(args: string[]): Promise<void> {
  const begin = Date.now()
  const chosen = MUTANTS.filter(({ file }) => args.length === 0 || args.some((part) => file.includes(part)))
  const stale = chosen.filter(
    ({ file, find }) => readFileSync(join(ROOT, file), 'utf8').split(find).length !== 2,
  )
  if (stale.length > 0) throw new Error(['These occur not exactly once:', ...stale.map(nameOf)].join('\n'))

  const copies = Array.from({ length: Math.min(availableParallelism(), chosen.length) }, copyTree)
  try {
    const [first] = copies
    const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))]
    if (first === undefined) throw new Error('No mutant matches.')
    if ((await runTests(first, tests)) !== 'survived') {
      throw new Error('The tests fail on the tree as it is: there is nothing to learn from mutants.')
    }
    const waiting = [...chosen]
    const survivors: Mutant[] = []
    await Promise.all(
      copies.map(async (copy) => {
        for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
          const verdict = await tryMutant(copy, mutant)
          console.log(`${verdict.padEnd(8)} ${nameOf(mutant)}`)
          if (verdict !== 'killed') survivors.push(mutant)
        }
      }),
    )
    const minutes = ((Date.now() - begin) / 60_000).toFixed(1)
    console.log(`${chosen.length} mutants, ${survivors.length} survivors, ${minutes} min`)
    if (survivors.length > 0) process.exitCode = 1
  } finally {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true })
  }
}

const nameOf = ({ file, find }: Mutant): string => `${file}: ${find}`

/** The tracked and new files of the tree, beside the packages of the original. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'foyer-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const deleted = execFileSync('git', ['ls-files', '-d', '-z'], { cwd: ROOT, encoding: 'utf8' })
  const gone = new Set(deleted.split('\0'))
  for (const file of listed.split('\0')) {
    if (file === '' || gone.has(file)) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(join(ROOT, file), join(copy, file))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

async function tryMutant(copy: string, { file, find, replace, tests, only }: Mutant): Promise<Verdict> {
  const path = join(copy, file)
  const original = readFileSync(path, 'utf8')
  // As a function, because `$` means something in a replacement text.
  writeFileSync(
    path,
    original.replace(find, () => replace),
  )
  try {
    return await runTests(copy, tests, only)
  } finally {
    writeFileSync(path, original)
  }
}

interface Report {
  success: boolean
  numFailedTests: number
}

/** Killed when a test fails; broken when no test could run, which proves nothing. */
async function runTests(copy: string, tests: string[], only = ''): Promise<Verdict> {
  const output = join(copy, 'mutant.json')
  rmSync(output, { force: true })
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const options = ['--project', 'sqlite*', '--bail', '1', '--reporter', 'json', '--outputFile', output]
  const names = only === '' ? [] : ['--testNamePattern', only]
  const command = [vitest, 'run', ...options, ...names, ...tests]
  const child = spawn(process.execPath, command, { cwd: copy, stdio: 'ignore' })
  await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  const report: Report = JSON.parse(readFileSync(output, 'utf8'))
  if (report.success) return 'survived'
  return report.numFailedTests > 0 ? 'killed' : 'broken'
}

await runCommand(main)
