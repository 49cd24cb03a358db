import { Button, Text } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { DetailHead, DetailHeading } from '#client/components/records/detail-page.tsx'
import { useUser } from '#client/lib/session/session.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import { DownloadFiles } from '../../files/download-files.tsx'
import { ProjectStanding } from '../overview/project-standing.tsx'
import { ClientName, TimelineLabel } from '../project/project-facts.tsx'
import { ProjectMenu } from '../project/project-menu.tsx'
import { TeamAvatars } from '../project/team-avatars.tsx'
import { timelineLabel } from '../project/timeline.ts'
import { useProjectRights } from '../project/use-project-rights.ts'
import { ProjectName } from './project-name.tsx'

/** The project's name, status, people and dates, with the available actions. */
export function ProjectHead({ project }: { project: ProjectDto }) {
  const { acrossAgencies, write } = useProjectRights()
  const isClient = useUser().role === 'client'
  return (
    <DetailHead
      title={
        <>
          {write ? <ProjectName project={project} /> : <DetailHeading>{project.name}</DetailHeading>}
          <Text size="sm" c="dimmed" component="div">
            {!isClient && (
              <>
                <ClientName project={project} /> ·{' '}
              </>
            )}
            {project.unique_id}
            {acrossAgencies && ` · ${project.agency_name}`}
          </Text>
        </>
      }
      actions={
        <>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconMessage size={14} aria-hidden />}
            renderRoot={(props) => <Link to="/messages" search={{ project: project.id }} {...props} />}
          >
            Message Team
          </Button>
          <DownloadFiles project={project} />
          <ProjectMenu project={project} />
        </>
      }
    >
      <ProjectStanding project={project} />
      <TeamAvatars team={project.team} />
      <Text size="sm" c="dimmed" component="div">
        {isClient ? <TimelineLabel project={project} /> : timelineLabel(project)}
      </Text>
    </DetailHead>
  )
}
