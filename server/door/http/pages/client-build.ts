import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../../../..')

/** The client of `npm run build`, and the demo's own, which isn't precompressed. */
const BUILT = 'dist/client'
export const BUILT_BY_DEMO = 'dist/demo'
export const CLIENT_FOLDER = join(ROOT, BUILT)

/** What the build reads. */
const SOURCES = [
  'client',
  'shared',
  'scripts/build',
  'server/identity/auth/demo-accounts.ts',
  'index.html',
  'package-lock.json',
  'postcss.config.mjs',
  'vite.config.ts',
]
/** The build writes the route tree itself. */
const NOT_READ = /\.md$|^client\/route-tree\.gen\.ts$/

/** The last file that a build writes: the digest of its sources. */
export const SOURCES_FILE = '.vite/sources.txt'

/**
 * A digest of everything that the client is built from. Ignores file times, which copies and checkouts change. Null
 * where the sources aren't installed, as in the container image.
 */
export function digestOfSources(root = ROOT): string | null {
  if (!existsSync(join(root, 'client'))) return null
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap((source) => filesOf(root, source)).sort()) {
    if (!NOT_READ.test(path))
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update('\0')
  }
  return hash.digest('hex')
}

function filesOf(root: string, source: string): string[] {
  const stats = statSync(join(root, source), { throwIfNoEntry: false })
  if (stats === undefined) return []
  if (!stats.isDirectory()) return [source]
  return readdirSync(join(root, source), { withFileTypes: true }).flatMap(({ name }) =>
    filesOf(root, `${source}/${name}`),
  )
}

/** A build of the client, and whether it is of the sources that are here. */
interface ClientBuild {
  folder: string
  isCurrent: boolean
}

/** The build to serve: one of the present sources if possible; null without a build. */
export function findClient(root = ROOT): ClientBuild | null {
  const folders = [BUILT, BUILT_BY_DEMO]
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(join(folder, SOURCES_FILE)))
  // In a fresh clone, the demo needn't read all sources before it builds them.
  if (folders.length === 0) return null
  const digest = digestOfSources(root)
  const builds = folders.map((folder) => ({
    folder,
    isCurrent: digest === null || readFileSync(join(folder, SOURCES_FILE), 'utf8') === digest,
  }))
  return builds.find(({ isCurrent }) => isCurrent) ?? builds[0] ?? null
}
