import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { licenseProblems, type ShippedPackage } from './license-rules.ts'

interface Locked {
  dev?: boolean
  devOptional?: boolean
  link?: boolean
  integrity?: string
  license?: string
}

interface Manifest {
  license?: string
  /** The format of old packages. */
  licenses?: { type: string }[]
}

/**
 * Reads what `npm prune --omit=dev --include=prod` leaves and reports packages that may not be shipped; exits with 1 if there
 * are any.
 */
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>
}
const shipped = Object.entries(packages)
  .filter(([path, { dev, devOptional, link }]) => path !== '' && !dev && !devOptional && !link)
  .map(([path, locked]): ShippedPackage => {
    const { license, licenses }: Manifest = readManifest(path) ?? locked
    const stated = license ?? licenses?.map(({ type }) => type).join(' AND ')
    return { name: nameOf(path), license: stated || null, integrity: locked.integrity }
  })

const problems = licenseProblems(shipped)
for (const problem of problems) console.error(problem)
console.log(`${shipped.length} shipped packages, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0

/** Null for packages of other platforms, which aren't installed here. */
function readManifest(path: string): Manifest | null {
  const file = join(path, 'package.json')
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return null
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
