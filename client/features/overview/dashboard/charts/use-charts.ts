import { trpc } from '#client/lib/queries/trpc.ts'
import { useDeferredData } from '#client/lib/queries/use-deferred-data.ts'
import type { ChartsDto } from '#shared/overview/charts.ts'

/** Chart data for one role's dashboard; fetched after the waiting items, which have priority. */
export function useCharts<Role extends ChartsDto['role']>(role: Role) {
  const hasWaiting = role !== 'super_admin'
  const waiting = trpc.dashboard.waiting.useQuery(undefined, { enabled: hasWaiting })
  const query = trpc.dashboard.charts.useQuery(undefined, { enabled: waiting.isFetched || !hasWaiting })
  const { data } = query
  const arrived = useDeferredData(data)
  return {
    data: arrived && isOf(data, role) ? data : undefined,
    isComing: waiting.isLoading || query.isLoading || (data !== undefined && !arrived),
  }
}

const isOf = <Role extends ChartsDto['role']>(
  data: ChartsDto | undefined,
  role: Role,
): data is Extract<ChartsDto, { role: Role }> => data?.role === role
