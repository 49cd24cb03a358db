import { useUser } from '#client/lib/session/session.ts'
import type { TaskDto } from '#shared/work/tasks.ts'

/** The task's project, with its agency for users who can see more than one. */
export function ProjectName({ task }: { task: Pick<TaskDto, 'project' | 'agency_name'> }) {
  const acrossAgencies = useUser().role === 'super_admin'
  return acrossAgencies ? `${task.project.name} · ${task.agency_name}` : task.project.name
}
