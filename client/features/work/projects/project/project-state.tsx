import { PROJECT_STATUS_LABELS, type ProjectStatus } from '#shared/work/projects.ts'
import classes from './project-state.module.css'

/** A project's health in a table: a dot and a word. */
export const ProjectState = ({ status }: { status: ProjectStatus }) => (
  <span className={classes.state}>
    <ProjectDot status={status} />
    {PROJECT_STATUS_LABELS[status]}
  </span>
)

export const ProjectDot = ({ status }: { status: ProjectStatus }) => (
  <span className={classes.dot} data-status={status} aria-hidden />
)
