type Names = ReadonlyMap<string, string>

/** Earlier names and their current ones. */
export interface EarlierNames {
  routers: Names
  procedures: Names
}

/** The earlier names that this version accepts, which aren't listed anywhere else. */
export const EARLIER_NAMES: EarlierNames = {
  routers: new Map(),
  procedures: new Map([['finance.ageing', 'finance.aging']]),
}

/** The procedure's name in this version, for an earlier or the current one. */
export const currentPath = (path: string, { routers, procedures }: EarlierNames): string =>
  renamed(path, routers, procedures)

/** The name in the previous version, under which idempotency keys are stored, so that they outlive an upgrade. */
export const earlierPath = (path: string, { routers, procedures }: EarlierNames): string =>
  renamed(path, invert(routers), invert(procedures))

const invert = (names: Names): Names => new Map([...names].map(([from, to]) => [to, from]))

function renamed(path: string, routers: Names, procedures: Names): string {
  const end = path.indexOf('.')
  const router = routers.get(path.slice(0, end))
  return procedures.get(path) ?? (router === undefined ? path : router + path.slice(end))
}
