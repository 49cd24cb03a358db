import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const CACHE = resolve('node_modules/.cache/foyer-tools')

/**
 * Installs a package only tests need, without adding it to the project's dependencies, and returns its
 * folder. Install scripts stay disabled; an earlier download is reused.
 */
export function installTool(name: string, version: string): string {
  const prefix = join(CACHE, name.replace('/', '-'))
  const folder = join(prefix, 'node_modules', name)
  if (!existsSync(folder)) {
    console.log(`Fetching ${name} ${version} for the tests …`)
    execFileSync(
      'npm',
      ['install', '--prefix', prefix, '--no-save', '--ignore-scripts', '--no-audit', `${name}@${version}`],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        shell: process.platform === 'win32',
      },
    )
  }
  return folder
}

/** True if the Debian packages were installed; requires root and apt-get. */
export function aptInstall(...packages: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing ${packages.join(', ')} for the tests …`)
  try {
    const options = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] }
    execFileSync('apt-get', ['update', '-q'], options)
    execFileSync('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...packages], options)
    return true
  } catch {
    return false
  }
}

export const findFirst = (...paths: (string | undefined)[]): string | undefined =>
  paths.find((path) => path !== undefined && path !== '' && existsSync(path))
