import type { ProjectDto } from '#shared/work/projects.ts'

/**
 * The props of a tab that another domain adds to the project's screen (`slots/project-money`, `slots/project-time`).
 */
export interface ProjectSlotProps {
  project: ProjectDto
}
