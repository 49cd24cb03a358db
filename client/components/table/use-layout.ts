import type { ScreenSearch } from '#client/lib/search-params.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { readStored, writeStored } from '#client/lib/session/local-store.ts'

/** Layouts offered for people, clients and projects; phones always show cards. */
export const LIST_LAYOUTS = ['cards', 'list'] as const
export type ListLayout = (typeof LIST_LAYOUTS)[number]

interface WithLayout<Layout extends string> {
  view: Layout | null
}

/** The layout from the URL, otherwise the user's last choice, otherwise cards. */
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
