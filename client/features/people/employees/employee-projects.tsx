import { Skeletons } from '#client/components/lists/data-list.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { MAX_PAGE_SIZE } from '#shared/base/paging.ts'
import type { EmployeeDto } from '#shared/people/employees.ts'
import { ProjectRows } from '../../../components/records/project-rows.tsx'

const ROW_HEIGHT = 64

/** The contributor's projects, including completed ones. */
export function EmployeeProjects({ employee }: { employee: EmployeeDto }) {
  const projects = trpc.projects.list.useQuery({ employee_id: employee.id, limit: MAX_PAGE_SIZE })
  if (projects.data === undefined)
    return <QueryState query={projects} loading={<Skeletons layout="rows" height={ROW_HEIGHT} />} />
  return <ProjectRows projects={projects.data.items} empty={`${employee.name} isn’t on any projects yet.`} />
}
