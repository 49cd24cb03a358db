import type { ProjectDto, ProjectStatus } from '#shared/projects.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import type { Trx } from '../../db/schema.ts'
import { toInstant } from '../../db/values.ts'
import { conflict } from '../../errors.ts'

interface ProjectColumns {
  name: string
  description: string | null
  category: ProjectDto['category']
  assigned_client_id: string
  total_price: number
  start_date: string
  delivery_date: string
  status: ProjectStatus
  progress_override: number | null
}

/** CONFLICT when somebody wrote the project after it was read. */
export async function writeProject(
  trx: Trx,
  scope: AgencyScope,
  current: { id: string; version: number },
  columns: Partial<ProjectColumns>,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('projects')
    .set({ ...columns, version: current.version + 1, updated_at: toInstant(scope.now) })
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', current.id)
    .where('version', '=', current.version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw conflict('This project')
}
