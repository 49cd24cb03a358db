import { useMatches, useNavigate, useSearch } from '@tanstack/react-router'
import type { ScreenSearch } from './search-params.ts'

/**
 * Filters, tabs and open drawers are stored in the URL. A screen and its drawers share the same search
 * parameters, also under the screen's aliases. Setting a key to null, '' or its default removes it.
 */
export function useSearchState<State extends object>(screen: ScreenSearch<State>) {
  const state = screen.read(useSearch({ strict: false }))
  const navigate = useNavigate()

  /**
   * `push` adds a history entry, for opening a drawer; filters replace the current one. `keep` preserves the
   * scroll position, for overlays.
   */
  const setState = (
    changes: Partial<State>,
    how: 'replace' | 'push' = 'replace',
    scroll: 'top' | 'keep' = 'top',
  ) => {
    void navigate({
      to: '.',
      search: (previous) => ({ ...previous, ...changes }),
      replace: how === 'replace',
      resetScroll: scroll === 'top',
    })
  }
  return [state, setState] as const
}

/** The tab of an alias path (/my-invoices opens Payments on Invoices). */
export const useRouteTab = (): string | undefined => useMatches().at(-1)?.staticData.tab
