import { importGraph } from './cycles.ts'
import { importsOf, type SourceFile } from './imports.ts'

/**
 * Who may import whom in `server/`, and likewise in `shared/`, `client/features/` and `tests/server/`, bottom up: a
 * floor is a folder that imports only lower floors. The server's base has its own floors; `.` stands for the files of
 * `server/` itself.
 */
export const FLOORS: readonly string[] = [
  'base/db',
  'base/core',
  'base/adapters',
  'base',
  'identity',
  'people',
  'work',
  'time',
  'money',
  'overview',
  'reactions',
  'door',
  '.',
]

const FIRST_DOMAIN_FLOOR = FLOORS.indexOf('identity')
const LAST_DOMAIN_FLOOR = FLOORS.indexOf('overview')

type FolderOf = (path: string) => string | null

/**
 * The folder of a tree that a file belongs to, such as `money/invoices`; `.` for the tree's own files, null outside.
 */
const folderIn =
  (tree: string): FolderOf =>
  (path) => {
    if (!path.startsWith(`${tree}/`)) return null
    const [floor = '', room, ...rest] = path.slice(tree.length + 1).split('/')
    if (room === undefined) return '.'
    return rest.length === 0 ? floor : `${floor}/${room}`
  }

const serverFolder = folderIn('server')
/** Tests of the seeds, which aren't part of the server, may import all others. */
const testFolder: FolderOf = (path) =>
  path.startsWith('tests/server/seed/') ? null : folderIn('tests/server')(path)
const TREES: readonly FolderOf[] = [serverFolder, folderIn('shared'), folderIn('client/features'), testFolder]

const floorOf = (folder: string): number =>
  FLOORS.findIndex((floor) => folder === floor || folder.startsWith(`${floor}/`))

/** Whether the file belongs to a domain rather than the infrastructure, the reactions or `door/`. */
export function isInDomain(path: string): boolean {
  const folder = serverFolder(path)
  if (folder === null) return false
  const floor = floorOf(folder)
  return floor >= FIRST_DOMAIN_FLOOR && floor <= LAST_DOMAIN_FLOOR
}

/** One sentence for each import from a higher floor, and for each folder without a floor. */
export const upwardArrows = (files: readonly SourceFile[]): string[] =>
  TREES.flatMap((folderOf) => upwardIn(files, folderOf))

function upwardIn(files: readonly SourceFile[], folderOf: FolderOf): string[] {
  return files.flatMap((file) => {
    const folder = folderOf(file.path)
    if (folder === null) return []
    const own = floorOf(folder)
    if (own < 0) return [`${file.path}: the folder ${folder} belongs to no floor`]
    return importsOf(file).flatMap(({ target }) => {
      const other = folderOf(target)
      const above = other === null ? -1 : floorOf(other)
      return above > own ? [`${file.path}: ${FLOORS[own]} may not import ${FLOORS[above]} (${target})`] : []
    })
  })
}

/** The floors from the top, with their folders and the number of lower folders that each imports. */
export function drawFloors(files: readonly SourceFile[]): string[] {
  const graph = importGraph(files, serverFolder)
  return FLOORS.map((name, floor) => {
    const folders = [...graph.keys()].filter((folder) => floorOf(folder) === floor).sort()
    const arrows = folders.flatMap((folder) => [...(graph.get(folder) ?? [])].map(floorOf))
    const down = arrows.filter((other) => other < floor).length
    const beside = arrows.filter((other) => other === floor).length
    return `${name.padEnd(14)}${String(down).padStart(4)} down ${String(beside).padStart(3)} beside   ${folders.join(' ')}`
  }).reverse()
}
