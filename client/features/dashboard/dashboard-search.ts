import { z } from 'zod'
import { useSearchState } from '#client/lib/search-state.ts'

const DIALOGS = ['agency', 'project', 'task', 'client', 'quick-task'] as const
export type DashboardDialog = (typeof DIALOGS)[number]

const dashboardSearch = z.object({
  /** The open form. */
  dialog: z.enum(DIALOGS).nullable().catch(null),
})

export function useDashboardDialog() {
  const [{ dialog }, setSearch] = useSearchState(dashboardSearch)
  return {
    dialog,
    open: (which: DashboardDialog) => setSearch({ dialog: which }, 'push'),
    close: () => setSearch({ dialog: null }),
  }
}
