import { execFileSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from '../command-line.ts'
import { copyTree } from '../tools/copy-tree.ts'
import { type Edit, editsFor } from './new-domain/edits.ts'
import { removeDomain } from './new-domain/removal.ts'

/**
 * Adds the sample domain of CONTRIBUTING to a copy of the tree, counts the files that it touches, and checks types
 * and tests. Then deletes another domain's folders there, and the few lines that list it; all else must compile.
 * `--full` runs everything that could notice a forgotten register; `--keep` leaves the copy.
 */
const MAX_FILES = 15

/** A domain that others show on their screens and ask about their invoices. */
const REMOVED = 'autopay'
const MAX_LINES = 8
const FILES = join(import.meta.dirname, 'new-domain/files')

const TESTS = ['tests/server/people/announcements', 'tests/server/base/db/cards.test.ts']
const ALL_TESTS = [
  ...TESTS,
  'tests/server/base/db',
  'tests/server/base/move',
  'tests/server/door/http/programs',
  'tests/server/identity/api-tokens',
  'tests/server/overview/settings',
  'tests/isolation',
  'tests/unit',
]

/** Written by `npm run api-results`, which takes longer than all the rest. */
const GENERATED = ['server/door/http/api/api-results.gen.json']

async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { full: { type: 'boolean' }, keep: { type: 'boolean' } },
  })
  const copy = copyTree('foyer-domain-')
  const run = (command: string, ...given: string[]) =>
    execFileSync(command, given, { cwd: copy, stdio: ['ignore', 'inherit', 'inherit'] })
  const npx = (...given: string[]) => run('npx', '--no-install', ...given)
  try {
    commit(copy)
    addDomain(copy)
    npx('biome', 'check', '--write', '--log-level', 'error', ...changedIn(copy))
    if (values.full) run('npm', 'run', '--silent', 'api-results')
    const touched = new Set([...changedIn(copy), ...GENERATED])
    console.log([...touched].sort().join('\n'))
    console.log(`${touched.size} files touched; the limit is ${MAX_FILES}`)
    if (touched.size > MAX_FILES) throw new Error('Adding a domain has become more expensive.')
    npx('tsc', '--noEmit', '--checkers', '2')
    if (values.full) {
      for (const check of ['lint', 'structure', 'unused']) run('npm', 'run', '--silent', check)
      run('npm', 'run', '--silent', 'mutants', '--', '--check')
    }
    const projects = values.full ? ['sqlite*', 'unit'] : ['sqlite']
    npx(
      'vitest',
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      ...(values.full ? ALL_TESTS : TESTS),
    )
    const lines = removeDomain(copy, REMOVED)
    console.log(`${lines.length} lines outside the folders of ${REMOVED}; the limit is ${MAX_LINES}`)
    if (lines.length > MAX_LINES) throw new Error('Removing a domain has become more expensive.')
    run('npm', 'run', '--silent', 'api-types')
    npx('tsc', '--noEmit', '--checkers', '2')
  } finally {
    if (values.keep) console.log(copy)
    else rmSync(copy, { recursive: true, force: true })
  }
}

/** The copy as a repository, so that it knows what changes. */
function commit(copy: string): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: copy, stdio: 'ignore' })
  git('init')
  git('add', '--all')
  git('-c', 'user.name=Check', '-c', 'user.email=check@example.test', 'commit', '-m', 'Before')
}

const changedIn = (copy: string): string[] =>
  execFileSync('git', ['status', '--porcelain', '--untracked-files=all'], { cwd: copy, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(3))

function addDomain(copy: string): void {
  const last = globSync('migrations/[0-9]*.ts', { cwd: copy }).sort().at(-1) ?? ''
  const number = Number(/\d+/.exec(last)?.[0]) + 1
  const migration = `${String(number).padStart(4, '0')}-announcements`
  cpSync(FILES, copy, { recursive: true })
  renameSync(join(copy, 'migrations/NNNN-announcements.ts'), join(copy, `migrations/${migration}.ts`))
  for (const edit of editsFor(migration)) apply(copy, edit)
}

function apply(copy: string, { file, before, add }: Edit): void {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  const at = text.indexOf(before)
  if (at < 0) throw new Error(`${file} has no “${before}” for the sample domain.`)
  writeFileSync(path, text.slice(0, at) + add + text.slice(at))
}

await runCommand(main)
