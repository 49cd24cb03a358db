/** Reads one parameter of an address; what is missing or malformed becomes its default. */
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
export const clock = matching(/^([01]\d|2[0-3]):[0-5]\d$/)

/** A day the calendar has: the date is read and written again. */
const existing =
  (pattern: RegExp): Param<string | null> =>
  (raw) => {
    const found = matching(pattern)(raw)
    return found !== null && new Date(found).toJSON()?.startsWith(found.slice(0, 19)) ? found : null
  }

/** YYYY-MM-DD */
export const date = existing(/^.{10}$/)
/** In UTC, as the server writes it. */
export const instant = existing(/^.{19}.*Z$/)

/** One of the given words; a hyphen stands for an underscore too. */
export function oneOf<const Word extends string>(words: readonly Word[]): Param<Word | null>
export function oneOf<const Word extends string>(words: readonly Word[], initial: NoInfer<Word>): Param<Word>
export function oneOf(words: readonly string[], initial: string | null = null): Param<string | null> {
  return (raw) =>
    words.find((word) => word === raw) ??
    words.find((word) => typeof raw === 'string' && word === raw.replaceAll('-', '_')) ??
    initial
}

/** What a link or the address bar holds of a screen's state: never a default. */
export type SearchAddress<State> = { [Key in keyof State]?: Exclude<State[Key], null> }

export interface ScreenSearch<State> {
  params: { [Key in keyof State]: Param<State[Key]> }
  defaults: State
  read: (raw: Record<string, unknown>) => State
  /** For the route: drops from the address what is malformed and what says nothing. */
  validate: (raw: Record<string, unknown>) => SearchAddress<State>
}

/** What the address of a screen holds. Routes are part of the first screen, so this does without zod. */
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
