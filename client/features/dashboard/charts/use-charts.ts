import { trpc } from '#client/lib/trpc.ts'
import { useArrived } from '#client/lib/use-arrived.ts'
import type { ChartsDto } from '#shared/charts.ts'

/** What one role's dashboard draws; asked for once what waits has arrived, which comes first. */
export function useCharts<Role extends ChartsDto['role']>(role: Role) {
  const hasWaiting = role !== 'super_admin'
  const waiting = trpc.dashboard.waiting.useQuery(undefined, { enabled: hasWaiting })
  const query = trpc.dashboard.charts.useQuery(undefined, { enabled: waiting.isFetched || !hasWaiting })
  const { data } = query
  const arrived = useArrived(data)
  return {
    data: arrived && isOf(data, role) ? data : undefined,
    isComing: waiting.isLoading || query.isLoading || (data !== undefined && !arrived),
  }
}

const isOf = <Role extends ChartsDto['role']>(
  data: ChartsDto | undefined,
  role: Role,
): data is Extract<ChartsDto, { role: Role }> => data?.role === role
