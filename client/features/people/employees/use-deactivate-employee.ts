import type { InfiniteData } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useOptimistic, withoutItem } from '#client/lib/queries/optimistic.ts'
import { type Inputs, trpc } from '#client/lib/queries/trpc.ts'
import { performed } from '#client/lib/toasts/toast.ts'
import { formatCount } from '#shared/base/format.ts'
import type { Page } from '#shared/base/paging.ts'
import type { EmployeeDto } from '#shared/people/employees.ts'

type EmployeePages = InfiniteData<Page<EmployeeDto>>

/** Removes the contributor from the list immediately; the toast offers to undo. */
export function useDeactivateEmployee() {
  const move = trpc.employees.setDeactivated.useMutation({
    ...useOptimistic<EmployeePages, Inputs['employees']['setDeactivated']>(
      getQueryKey(trpc.employees.list, undefined, 'infinite'),
      withoutItem,
      'Failed to save employee',
    ),
    onSuccess: ({ id, name, deactivated_at, open_tasks }) => {
      const reactivate = () => move.mutate({ id, deactivated: false })
      const open = open_tasks === 0 ? '' : ` Still assigned to them: ${formatCount(open_tasks, 'open task')}.`
      if (deactivated_at === null) performed(`Employee "${name}" has been reactivated.`)
      else performed(`Employee "${name}" has been deactivated and signed out.${open}`, reactivate)
    },
  })
  return (id: string, deactivated: boolean) => move.mutate({ id, deactivated })
}
