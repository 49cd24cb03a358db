import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCan, useZone } from '#client/lib/session/session.ts'
import { formatDate, today } from '#client/lib/time/dates.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import { daysLeft } from './timeline.ts'

export function ClientName({ project }: { project: ProjectDto }) {
  if (!useCan('client.read')) return project.client.name
  return (
    <Link to="/clients" search={{ client: project.client.id }}>
      {project.client.name}
    </Link>
  )
}

export function TimelineLabel({ project }: { project: ProjectDto }) {
  const left = daysLeft(project, today(useZone()))
  return (
    <>
      {formatDate(project.start_date)} – {formatDate(project.delivery_date)}
      {left !== null && (
        <Text span size="sm" c={left.late ? 'var(--mantine-color-error)' : 'dimmed'}>
          {' '}
          · {left.text}
        </Text>
      )}
    </>
  )
}
