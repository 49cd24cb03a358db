/** Reads one search parameter; missing or malformed values become the default. */
export type Param<Value> = (raw: unknown) => Value

export const text: Param<string> = (raw) => (raw == null || typeof raw === 'object' ? '' : String(raw))

export const flag: Param<boolean> = (raw) => raw === true || raw === 'true' || raw === 1 || raw === '1'

export const pageNumber: Param<number> = (raw) => Math.max(Math.trunc(Number(raw)) || 1, 1)

const matching =
  (pattern: RegExp): Param<string | null> =>
  (raw) =>
    typeof raw === 'string' && pattern.test(raw) ? raw : null

export const token = matching(/^.{1,200}$/)
export const id = matching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i)
export const currencyCode = matching(/^[A-Z]{3}$/)
export const clock = matching(/^([01]\d|2[0-3]):[0-5]\d$/)

/** Accepts only existing dates, checked by a round trip. */
const existing =
  (pattern: RegExp): Param<string | null> =>
  (raw) => {
    const found = matching(pattern)(raw)
    return found !== null && new Date(found).toJSON()?.startsWith(found.slice(0, 19)) ? found : null
  }

/** YYYY-MM-DD */
export const date = existing(/^.{10}$/)
/** ISO UTC, as sent by the server. */
export const instant = existing(/^.{19}.*Z$/)

/** One of the given values; hyphens are accepted for underscores. */
export function oneOf<const Value extends string>(values: readonly Value[]): Param<Value | null>
export function oneOf<const Value extends string>(
  values: readonly Value[],
  initial: NoInfer<Value>,
): Param<Value>
export function oneOf(values: readonly string[], initial: string | null = null): Param<string | null> {
  return (raw) =>
    values.find((value) => value === raw) ??
    values.find((value) => typeof raw === 'string' && value === raw.replaceAll('-', '_')) ??
    initial
}

/** The layout of a list and its saved view. */
export const tableParams = <const Sort extends string>(sorts: readonly Sort[]) => ({
  /** Null means the layout chosen last. */
  view: oneOf(['cards', 'list']),
  /** The column that the list is sorted by; newest first by default. */
  sort: oneOf(sorts),
  desc: flag,
  /** The column whose values the rows are grouped by. */
  grouped: flag,
  /** The saved view that was opened. */
  saved: id,
})

/** A screen's state as search parameters, without defaults. */
export type SearchAddress<State> = { [Key in keyof State]?: Exclude<State[Key], null> }

export interface ScreenSearch<State> {
  params: { [Key in keyof State]: Param<State[Key]> }
  defaults: State
  read: (raw: Record<string, unknown>) => State
  /** For the route: removes malformed and default values from the URL. */
  validate: (raw: Record<string, unknown>) => SearchAddress<State>
}

/** Defines a screen's search parameters. Routes are part of the first load, so this doesn't use zod. */
export function searchOf<State extends object>(params: ScreenSearch<State>['params']): ScreenSearch<State> {
  const read: ScreenSearch<State>['read'] = (raw) => {
    const state = {} as State
    for (const key in params) state[key] = params[key](raw[key])
    return state
  }
  const defaults = read({})
  const validate: ScreenSearch<State>['validate'] = (raw) => {
    const address: { [Key in keyof State]?: State[Key] } = read(raw)
    for (const key in params) if (address[key] === defaults[key]) address[key] = undefined
    return address as SearchAddress<State>
  }
  return { params, defaults, read, validate }
}
