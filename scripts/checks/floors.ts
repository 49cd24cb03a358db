import { folderGraph } from './cycles.ts'
import { importsOf, type SourceFile } from './imports.ts'

interface Floor {
  name: string
  /** Folders of `server/`; `reactions/*` stands for every folder in it, `.` for the files of `server/` itself. */
  folders: readonly string[]
}

/** Who may import whom in `server/`, bottom up: a floor imports only floors below, its own folders without a cycle. */
export const FLOORS: readonly Floor[] = [
  { name: 'db', folders: ['db'] },
  { name: 'core', folders: ['core'] },
  { name: 'adapters', folders: ['adapters'] },
  { name: 'identity', folders: ['auth', 'api-tokens'] },
  { name: 'agencies', folders: ['agencies', 'billing'] },
  { name: 'people', folders: ['clients', 'employees', 'invitations'] },
  {
    name: 'work',
    folders: ['projects', 'people', 'tasks', 'files', 'messages', 'quick-tasks', 'processes', 'schedule'],
  },
  { name: 'time', folders: ['timesheets', 'work-log'] },
  {
    name: 'money',
    folders: ['finance', 'invoices', 'test-provider', 'payments', 'autopay', 'packages', 'payouts'],
  },
  {
    name: 'overview',
    folders: ['dashboard', 'imports', 'search', 'settings', 'platform', 'owners', 'views'],
  },
  { name: 'reactions', folders: ['reactions/*'] },
  { name: 'door', folders: ['trpc', 'http'] },
  { name: 'composition', folders: ['.'] },
]

const FIRST_DOMAIN_FLOOR = FLOORS.findIndex(({ name }) => name === 'identity')
const LAST_DOMAIN_FLOOR = FLOORS.findIndex(({ name }) => name === 'overview')

/** The folder of `server/` a file belongs to, as the floors name it; null outside the server. */
export function serverFolder(path: string): string | null {
  const [root, first, second, third] = path.split('/')
  if (root !== 'server' || first === undefined) return null
  if (second === undefined) return '.'
  return first === 'reactions' && third !== undefined ? `reactions/${second}` : first
}

const floorOf = (folder: string): number =>
  FLOORS.findIndex(({ folders }) =>
    folders.includes(folder.startsWith('reactions/') ? 'reactions/*' : folder),
  )

/** Whether the file belongs to a domain rather than to the machinery, the reactions or the door. */
export function isInDomain(path: string): boolean {
  const folder = serverFolder(path)
  if (folder === null) return false
  const floor = floorOf(folder)
  return floor >= FIRST_DOMAIN_FLOOR && floor <= LAST_DOMAIN_FLOOR
}

/** One sentence for each import that points to a floor above, and for each folder that stands on none. */
export function upwardArrows(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const folder = serverFolder(file.path)
    if (folder === null) return []
    const own = floorOf(folder)
    if (own < 0) return [`${file.path}: the folder ${folder} stands on no floor`]
    return importsOf(file).flatMap(({ target }) => {
      const other = serverFolder(target)
      const above = other === null ? -1 : floorOf(other)
      return above > own
        ? [`${file.path}: ${FLOORS[own]?.name} may not import ${FLOORS[above]?.name} (${target})`]
        : []
    })
  })
}

/** The floors, the top one first, with their folders and how many folders below each of them import. */
export function drawFloors(files: readonly SourceFile[]): string[] {
  const graph = folderGraph(files, serverFolder)
  return FLOORS.map(({ name }, floor) => {
    const folders = [...graph.keys()].filter((folder) => floorOf(folder) === floor).sort()
    const arrows = folders.flatMap((folder) => [...(graph.get(folder) ?? [])].map(floorOf))
    const down = arrows.filter((other) => other < floor).length
    const beside = arrows.filter((other) => other === floor).length
    return `${name.padEnd(12)}${String(down).padStart(4)} down ${String(beside).padStart(3)} beside   ${folders.join(' ')}`
  }).reverse()
}
