import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { migrations } from '../migrations/index.ts'
import { runCommand } from './command-line.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** The files that define a release, as text. */
export interface ReleaseFiles {
  changelog: string
  /** `package.json`, its lock file and the chart, by path. */
  versions: Record<string, string>
  /** Names of migrations in order, with the oldest program that works with each schema. */
  migrations: readonly { name: string; oldestProgram: string }[]
}

interface Section {
  version: string
  date: string
  text: string
  /** The newest migration of that version. */
  schema: string | undefined
}

const HEADING = /^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$/
const UPGRADE_NOTES = /^### Upgrade notes\n([\s\S]*?)(?=^### |$(?![\s\S]))/m
const SCHEMA = /^Schema: `([\w-]+)`\.$/m

function sectionsOf(changelog: string): { unreleased: string; sections: Section[] } {
  const [, ...parts] = changelog.split(/^(?=## )/m)
  const sections: Section[] = []
  let unreleased = ''
  for (const part of parts) {
    const [heading = '', ...lines] = part.split('\n')
    const whole = lines.join('\n').trim()
    const [line = '', schema] = SCHEMA.exec(whole) ?? []
    const text = whole.replace(line, '')
    const [, version, date] = HEADING.exec(heading) ?? []
    if (version === undefined || date === undefined) unreleased = text
    else sections.push({ version, date, text, schema })
  }
  return { unreleased, sections }
}

/** The reasons that keep the files from being released, as messages; and the version they would have. */
export function releaseProblems({ changelog, versions, migrations }: ReleaseFiles): {
  version: string
  problems: string[]
} {
  const { unreleased, sections } = sectionsOf(changelog)
  const [newest, before] = sections
  if (newest === undefined) return { version: '', problems: ['CHANGELOG.md has no version.'] }
  const problems: string[] = []
  if (unreleased !== '') problems.push('CHANGELOG.md has lines under Unreleased: move them to the version.')
  for (const [path, version] of Object.entries(versions)) {
    if (version !== newest.version)
      problems.push(`${path} says ${version}; the changelog, ${newest.version}.`)
  }
  const last = migrations.at(-1)?.name
  if (newest.schema !== last) {
    problems.push(`CHANGELOG.md says schema ${newest.schema ?? 'nothing'}; the newest migration is ${last}.`)
  }
  const [, notes = ''] = UPGRADE_NOTES.exec(newest.text) ?? []
  const known = migrations.findIndex(({ name }) => name === before?.schema)
  if (before !== undefined && known < 0)
    problems.push(`Version ${before.version} names no migration that exists.`)
  for (const { name, oldestProgram } of migrations.slice(known + 1)) {
    if (name !== oldestProgram) continue
    if (!notes.includes(name))
      problems.push(`No portal of an earlier version works with ${name}: the upgrade notes must say so.`)
  }
  return { version: newest.version, problems }
}

function readReleaseFiles(): ReleaseFiles {
  const read = (path: string) => readFileSync(resolve(ROOT, path), 'utf8')
  const lock = JSON.parse(read('package-lock.json'))
  const chart = read('deploy/helm/foyer/Chart.yaml')
  const inChart = (field: string) => new RegExp(`^${field}: "?([^"\\n]+)"?$`, 'm').exec(chart)?.[1] ?? ''
  return {
    changelog: read('CHANGELOG.md'),
    versions: {
      'package.json': JSON.parse(read('package.json')).version,
      'package-lock.json': lock.version,
      'package-lock.json (packages)': lock.packages[''].version,
      'Chart.yaml (version)': inChart('version'),
      'Chart.yaml (appVersion)': inChart('appVersion'),
    },
    migrations: Object.entries(migrations).map(([name, { oldestProgram = name }]) => ({
      name,
      oldestProgram,
    })),
  }
}

/** Tags the commit that is checked out; `--dry-run` only checks it, and prints the tag. */
async function release(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { 'dry-run': { type: 'boolean', default: false } } })
  const git = (...given: string[]) => execFileSync('git', given, { cwd: ROOT, encoding: 'utf8' }).trim()
  const { version, problems } = releaseProblems(readReleaseFiles())
  const tag = `v${version}`
  if (git('tag', '--list', tag) !== '') problems.push(`The tag ${tag} exists: tags aren't moved.`)
  if (!values['dry-run'] && git('status', '--porcelain') !== '')
    problems.push('There are uncommitted changes.')
  if (problems.length > 0) throw new Error(problems.join('\n'))
  if (!values['dry-run']) git('tag', '--sign', tag, '--message', `Foyer ${version}`)
  console.log(tag)
}

if (import.meta.main) await runCommand(release)
