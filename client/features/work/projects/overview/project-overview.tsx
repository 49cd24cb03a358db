import { Alert, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { UserAvatar } from '#client/components/marks/user-avatar.tsx'
import { DetailColumns } from '#client/components/records/detail-page.tsx'
import { Fact, Facts, Section } from '#client/components/records/detail-parts.tsx'
import { titled } from '#client/lib/labels.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useUser } from '#client/lib/session/session.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import { RecordActivity } from '../../../../components/activity/record-activity.tsx'
import { ClientName, TimelineLabel } from '../project/project-facts.tsx'
import { CLOSED_PROJECT, projectSearch } from '../project/project-search.ts'
import classes from '../project/projects.module.css'
import { RemoveSample } from '../project/remove-sample.tsx'
import { useProjectRights } from '../project/use-project-rights.ts'
import { AwaitingFiles } from './awaiting-files.tsx'
import { BudgetBurn } from './budget-burn.tsx'
import { DueTasks } from './due-tasks.tsx'
import { ProjectProgress } from './project-progress.tsx'

interface ProjectOverviewProps {
  project: ProjectDto
  /** Single column, as in the drawer. */
  narrow?: boolean
}

export function ProjectOverview({ project, narrow = false }: ProjectOverviewProps) {
  const { readTime, write } = useProjectRights()
  return (
    <DetailColumns
      narrow={narrow}
      side={
        <>
          <ProjectFacts project={project} />
          <Section title="Team">
            <Team project={project} />
          </Section>
          <Section title="Requirements">
            <Texts texts={project.requirements} none="No requirements added" />
          </Section>
          <Section title="Deliverables">
            <Texts texts={project.deliverables} none="No deliverables added" />
          </Section>
        </>
      }
      stream={
        <Section title="Activity">
          <RecordActivity
            of={{ project_id: project.id }}
            emptyMessage="Changes to this project appear here."
          />
        </Section>
      }
    >
      {project.sample && write && <SampleNote />}
      <AwaitingFiles project={project} />
      <ProjectProgress project={project} />
      {readTime && <BudgetBurn project={project} />}
      {project.description !== null && <Text className={classes.prose}>{project.description}</Text>}
      {!narrow && <DueTasks project={project} />}
    </DetailColumns>
  )
}

function SampleNote() {
  const [, setState] = useSearchState(projectSearch)
  return (
    <Alert color="gray" p="sm">
      <Group gap="sm" justify="space-between">
        <Text size="sm">This is a sample project to explore.</Text>
        <RemoveSample onRemoved={() => setState(CLOSED_PROJECT)} />
      </Group>
    </Alert>
  )
}

function ProjectFacts({ project }: { project: ProjectDto }) {
  const isClient = useUser().role === 'client'
  return (
    <Facts>
      {!isClient && (
        <>
          <Fact label="Client">
            <ClientName project={project} />
          </Fact>
          <Fact label="Email">
            <a href={`mailto:${project.client.email}`}>{project.client.email}</a>
          </Fact>
        </>
      )}
      <Fact label="Category">{titled(project.category)}</Fact>
      <Fact label="Timeline">
        <TimelineLabel project={project} />
      </Fact>
      {project.total_price !== null && (
        <Fact label="Budget">{formatMoney(project.total_price, project.currency)}</Fact>
      )}
    </Facts>
  )
}

function Team({ project }: { project: ProjectDto }): ReactNode {
  if (project.team.length === 0) return <Text c="dimmed">No team yet</Text>
  return (
    <Stack gap="xs">
      {project.team.map((member) => (
        <Group key={member.id} gap={8} wrap="nowrap">
          <UserAvatar name={member.name} size={26} />
          <Text size="sm">{member.name}</Text>
        </Group>
      ))}
    </Stack>
  )
}

function Texts({ texts, none }: { texts: string[]; none: string }) {
  if (texts.length === 0) return <Text c="dimmed">{none}</Text>
  return (
    <ul className={classes.texts}>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal texts may appear twice
        <li key={index}>{text}</li>
      ))}
    </ul>
  )
}
