import { Link } from '@tanstack/react-router'
import { formatCardDate } from '#client/lib/dates.ts'
import { type ProjectSpan, projectHealth } from '#shared/charts.ts'
import { places } from '#shared/links.ts'
import classes from './charts.module.css'
import { HEALTH_LABELS, placeIn, windowOf } from './project-window.ts'

/** A bar from start to delivery for each project, filled as far as the work has come; the stroke is today. */
export function ProjectBars({ projects, day }: { projects: ProjectSpan[]; day: string }) {
  const window = windowOf(projects, day)
  return (
    <ul className={classes.projects} aria-label="Project health">
      {projects.map((project) => {
        const health = projectHealth(project, day)
        const [start, end] = [placeIn(window, project.start_date), placeIn(window, project.delivery_date)]
        return (
          <li key={project.id}>
            <div className={classes.caption}>
              <Link {...places.project(project.id)} className={classes.name}>
                {project.name}
              </Link>
              <span className={classes.state} data-health={health}>
                {HEALTH_LABELS[health]} · {project.progress}% · due {formatCardDate(project.delivery_date)}
              </span>
            </div>
            <div className={classes.track} aria-hidden="true">
              <div
                className={classes.span}
                data-health={health}
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
