import type { InfiniteData } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useOptimistic, withoutItem } from '#client/lib/optimistic.ts'
import { errorToast, toast } from '#client/lib/toast.ts'
import { type Inputs, trpc } from '#client/lib/trpc.ts'
import type { EmployeeDto } from '#shared/employees.ts'
import type { Page } from '#shared/paging.ts'

type EmployeePages = InfiniteData<Page<EmployeeDto>>

const FAILED = 'Failed to save employee'

/** Takes the contributor out of the list shown at once; the toast says what happened and offers the way back. */
export function useDeactivateEmployee() {
  const undo = trpc.employees.setDeactivated.useMutation({
    onError: errorToast(FAILED),
    onSuccess: ({ name }) =>
      toast({ title: 'Action Performed', message: `Employee "${name}" has been reactivated.` }),
  })
  const move = trpc.employees.setDeactivated.useMutation({
    ...useOptimistic<EmployeePages, Inputs['employees']['setDeactivated']>(
      getQueryKey(trpc.employees.list, undefined, 'infinite'),
      withoutItem,
      FAILED,
    ),
    onSuccess: ({ id, name, deactivated_at }) => {
      const deactivated = deactivated_at !== null
      toast({
        title: 'Action Performed',
        message: deactivated
          ? `Employee "${name}" has been deactivated and signed out.`
          : `Employee "${name}" has been reactivated.`,
        action: deactivated
          ? { label: 'Undo', onClick: () => undo.mutate({ id, deactivated: false }) }
          : undefined,
      })
    },
  })
  return (id: string, deactivated: boolean) => move.mutate({ id, deactivated })
}
