import { trpc } from '#client/lib/queries/trpc.ts'
import type { DashboardDto } from '#shared/overview/dashboard.ts'

/** The figures for one role's dashboard; undefined while loading. */
export function useDashboard<Role extends DashboardDto['role']>(role: Role) {
  const query = trpc.dashboard.stats.useQuery()
  const { data } = query
  return { ...query, data: isOf(data, role) ? data : undefined }
}

const isOf = <Role extends DashboardDto['role']>(
  data: DashboardDto | undefined,
  role: Role,
): data is Extract<DashboardDto, { role: Role }> => data?.role === role
