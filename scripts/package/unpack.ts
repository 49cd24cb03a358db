import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The files inside an executable, named by their path in the project. */
export type PackedFiles = Iterable<readonly [path: string, bytes: Uint8Array]>

/**
 * Portals that share a data folder are upgraded one by one, so the files of earlier builds are retained for a while.
 */
const BUILDS = 3

/**
 * Writes the executable's files into its build's folder, and deletes the builds started longest ago. Existing files are
 * replaced only if they differ, because other processes may have them open.
 */
export function unpack(folder: string, files: PackedFiles): void {
  for (const [name, bytes] of files) {
    const path = join(folder, name)
    if (!holds(path, bytes)) replace(path, bytes)
  }
  utimesSync(folder, new Date(), new Date())
  removeOldBuilds(dirname(folder), basename(folder))
}

function holds(path: string, bytes: Uint8Array): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.isFile() === true && stats.size === bytes.length && readFileSync(path).equals(bytes)
}

function replace(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}.part`
  writeFileSync(draft, bytes, { mode: 0o600 })
  renameSync(draft, path)
}

function removeOldBuilds(folder: string, own: string): void {
  const startedAt = (name: string): number =>
    statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const others = readdirSync(folder).filter((name) => name !== own)
  others.sort((one, other) => startedAt(other) - startedAt(one))
  for (const name of others.slice(BUILDS - 1)) rmSync(join(folder, name), { recursive: true, force: true })
}
