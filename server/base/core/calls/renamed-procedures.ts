/** Earlier names and their current ones. They are accepted for one version and listed nowhere. */
export const EARLIER_NAMES = {
  routers: new Map<string, string>(),
  procedures: new Map<string, string>(),
}

/** The procedure's name in this version, for an earlier or the current one. */
export const currentPath = (path: string): string =>
  renamed(path, EARLIER_NAMES.routers, EARLIER_NAMES.procedures)

/** The name in the previous version, under which idempotency keys are stored, so that they outlive an upgrade. */
export const earlierPath = (path: string): string =>
  renamed(path, invert(EARLIER_NAMES.routers), invert(EARLIER_NAMES.procedures))

type Names = ReadonlyMap<string, string>

const invert = (names: Names): Names => new Map([...names].map(([from, to]) => [to, from]))

function renamed(path: string, routers: Names, procedures: Names): string {
  const end = path.indexOf('.')
  const router = routers.get(path.slice(0, end))
  return procedures.get(path) ?? (router === undefined ? path : router + path.slice(end))
}
