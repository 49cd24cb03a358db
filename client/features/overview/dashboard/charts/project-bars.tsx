import { Link } from '@tanstack/react-router'
import { formatCardDate } from '#client/lib/time/dates.ts'
import { places } from '#shared/base/links.ts'
import type { ProjectSpan } from '#shared/overview/charts.ts'
import { PROJECT_HEALTH_LABELS } from '#shared/work/project-health.ts'
import classes from './charts.module.css'
import { placeIn, windowOf } from './project-window.ts'

/** A bar from start to delivery for each project, filled by progress; a line marks today. */
export function ProjectBars({ projects, day }: { projects: ProjectSpan[]; day: string }) {
  const window = windowOf(projects, day)
  return (
    <ul className={classes.projects} aria-label="Project health">
      {projects.map((project) => {
        const { health } = project
        const [start, end] = [placeIn(window, project.start_date), placeIn(window, project.delivery_date)]
        return (
          <li key={project.id}>
            <div className={classes.caption}>
              <Link {...places.project(project.id)} className={classes.name}>
                {project.name}
              </Link>
              <span className={classes.state} data-health={health?.state} title={health?.reason}>
                {health !== null && `${PROJECT_HEALTH_LABELS[health.state]} · `}
                {project.progress}% · due {formatCardDate(project.delivery_date)}
              </span>
            </div>
            <div className={classes.track} aria-hidden="true">
              <div
                className={classes.span}
                data-health={health?.state}
                style={{ left: `${start}%`, width: `max(6px, ${end - start}%)` }}
              >
                <div className={classes.bar} style={{ width: `${project.progress}%` }} />
              </div>
              <div className={classes.today} style={{ left: `${placeIn(window, day)}%` }} />
            </div>
          </li>
        )
      })}
      <li className={classes.axis} aria-hidden="true">
        <span>{formatCardDate(window.from)}</span>
        <span className={classes.now} style={{ left: `${placeIn(window, day)}%` }}>
          Today
        </span>
        <span>{formatCardDate(window.to)}</span>
      </li>
    </ul>
  )
}
