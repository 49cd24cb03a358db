import { useSearchState } from '#client/lib/search-state.ts'
import { type DashboardDialog, dashboardSearch } from './dashboard-search.ts'

export function useDashboardDialog() {
  const [{ dialog }, setSearch] = useSearchState(dashboardSearch)
  return {
    dialog,
    open: (which: DashboardDialog) => setSearch({ dialog: which }, 'push'),
    close: () => setSearch({ dialog: null }),
  }
}
