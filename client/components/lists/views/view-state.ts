import type { ScreenSearch } from '#client/lib/search-params.ts'
import type { ViewDto } from '#shared/overview/schemas/views.ts'
import type { ViewState } from '#shared/overview/views.ts'

/** The search parameters that a view stores: those that differ from the defaults. */
export function viewStateOf<State extends object>(
  screen: ScreenSearch<State>,
  keys: readonly (keyof State & string)[],
  state: State,
): ViewState {
  const changed = keys.filter((key) => state[key] !== screen.defaults[key])
  return Object.fromEntries(changed.map((key) => [key, state[key] as string | boolean]))
}

/** The URL changes that open a view; null restores the defaults. */
export function addressOf<State extends object>(
  screen: ScreenSearch<State>,
  keys: readonly (keyof State & string)[],
  view: Pick<ViewDto, 'id' | 'state'> | null,
): Partial<State> {
  const opened = screen.read(view?.state ?? {})
  const changes = Object.fromEntries(keys.map((key) => [key, opened[key]])) as Partial<State>
  return { ...changes, saved: view?.id ?? null }
}

/** Whether two states show the same list. */
export const isSame = (one: ViewState, other: ViewState): boolean => {
  const text = (state: ViewState) => JSON.stringify(Object.entries(state).toSorted())
  return text(one) === text(other)
}
