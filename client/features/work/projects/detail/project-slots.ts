import type { ProjectDto } from '#shared/work/projects.ts'

/** What a tab of the project's screen gets that another domain fills (`slots/project-money`, `slots/project-time`). */
export interface ProjectSlotProps {
  project: ProjectDto
}
