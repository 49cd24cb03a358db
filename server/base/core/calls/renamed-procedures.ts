/** Earlier names of routers and procedures. They are accepted for one version and listed nowhere. */
const ROUTERS = new Map([['billing', 'letterhead']])
const PROCEDURES = new Map([['schedule.remove', 'schedule.cancel']])

const invert = (names: ReadonlyMap<string, string>) => new Map([...names].map(([from, to]) => [to, from]))
const EARLIER_ROUTERS = invert(ROUTERS)
const EARLIER_PROCEDURES = invert(PROCEDURES)

/** The procedure's name in this version, for an earlier or the current one. */
export const currentPath = (path: string): string => renamed(path, ROUTERS, PROCEDURES)

/** The name in the previous version, under which idempotency keys are stored, so that they outlive an upgrade. */
export const earlierPath = (path: string): string => renamed(path, EARLIER_ROUTERS, EARLIER_PROCEDURES)

type Names = ReadonlyMap<string, string>

function renamed(path: string, routers: Names, procedures: Names): string {
  const end = path.indexOf('.')
  const router = routers.get(path.slice(0, end))
  return procedures.get(path) ?? (router === undefined ? path : router + path.slice(end))
}
