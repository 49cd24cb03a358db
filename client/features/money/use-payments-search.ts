import { useRouteTab, useSearchState } from '#client/lib/search-state.ts'
import { paymentsSearch } from './payments-search.ts'

export function usePaymentsSearch() {
  const routeTab = useRouteTab()
  const [state, setState] = useSearchState(paymentsSearch)
  const tab = state.tab ?? paymentsSearch.params.tab(routeTab) ?? 'subscriptions'
  return [{ ...state, tab }, setState] as const
}
