import type { ScreenSearch } from '#client/lib/search-params.ts'
import type { ViewDto, ViewState } from '#shared/views.ts'

/** The search parameters of a screen that a view keeps: those that are not as at first. */
export function viewStateOf<State extends object>(
  screen: ScreenSearch<State>,
  keys: readonly (keyof State & string)[],
  state: State,
): ViewState {
  const kept = keys.filter((key) => state[key] !== screen.defaults[key])
  return Object.fromEntries(kept.map((key) => [key, state[key] as string | boolean]))
}

/** The changes to the address that open a view; null for the list as it is at first. */
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
