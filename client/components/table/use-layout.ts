import { readStored, writeStored } from '#client/lib/kept.ts'
import type { ScreenSearch } from '#client/lib/search-params.ts'
import { useSearchState } from '#client/lib/search-state.ts'

/** What lists of people, clients and projects offer; phones always show cards. */
export const LIST_LAYOUTS = ['cards', 'list'] as const
export type ListLayout = (typeof LIST_LAYOUTS)[number]

interface WithLayout<Layout extends string> {
  view: Layout | null
}

/** The layout of the address, or else the one this person chose last; cards until then. */
export function useLayout<Layout extends string, State extends WithLayout<Layout>>(
  screen: ScreenSearch<State>,
  stored: string,
) {
  const [search, setSearch] = useSearchState(screen)
  const layout = search.view ?? screen.params.view(readStored(stored)) ?? 'cards'
  const choose = (chosen: Layout) => {
    writeStored(stored, chosen)
    setSearch({ view: chosen } as Partial<State>)
  }
  return [layout as Layout | 'cards', choose] as const
}
