import { Skeletons } from '#client/components/data-list.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { trpc } from '#client/lib/trpc.ts'
import type { EmployeeDto } from '#shared/employees.ts'
import { MAX_PAGE_SIZE } from '#shared/paging.ts'
import { ProjectRows } from '../projects/project/project-rows.tsx'

const ROW_HEIGHT = 64

/** The contributor's projects, including completed ones. */
export function EmployeeProjects({ employee }: { employee: EmployeeDto }) {
  const projects = trpc.projects.list.useQuery({ employee_id: employee.id, limit: MAX_PAGE_SIZE })
  if (projects.data === undefined)
    return <Unanswered query={projects} loading={<Skeletons layout="rows" height={ROW_HEIGHT} />} />
  return <ProjectRows projects={projects.data.items} empty={`${employee.name} isn't on any projects yet.`} />
}
