import { Alert, Group, Progress, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { UserAvatar } from '#client/components/user-avatar.tsx'
import { formatDate, today } from '#client/lib/dates.ts'
import { titled } from '#client/lib/labels.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan, useUser, useZone } from '#client/lib/session.ts'
import { formatMoney } from '#shared/money.ts'
import type { ProjectDto } from '#shared/projects.ts'
import { CLOSED_DRAWER, projectSearch } from '../project/project-search.ts'
import classes from '../project/projects.module.css'
import { daysLeft } from '../project/timeline.ts'
import { useProjectRights } from '../project/use-project-rights.ts'
import { ProjectTime } from './project-time.tsx'
import { RemoveSample } from './remove-sample.tsx'

export function ProjectOverview({ project }: { project: ProjectDto }) {
  const { readTime, write } = useProjectRights()
  const own = useUser().role === 'client'
  return (
    <Stack gap="lg">
      {project.sample && write && <SampleNote />}
      <ProgressBlock project={project} />
      {project.description !== null && <Text className={classes.prose}>{project.description}</Text>}
      <dl className={classes.facts}>
        {!own && (
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
      </dl>
      <Section title="Team">
        {project.team.length === 0 && <Text c="dimmed">No team yet</Text>}
        <Group gap="sm">
          {project.team.map((member) => (
            <Group key={member.id} gap={6} wrap="nowrap">
              <UserAvatar name={member.name} size={26} />
              <Text size="sm">{member.name}</Text>
            </Group>
          ))}
        </Group>
      </Section>
      <Section title="Requirements">
        <Texts texts={project.requirements} none="No requirements added" />
      </Section>
      <Section title="Deliverables">
        <Texts texts={project.deliverables} none="No deliverables added" />
      </Section>
      {readTime && <ProjectTime project={project} />}
    </Stack>
  )
}

function SampleNote() {
  const [, setState] = useSearchState(projectSearch)
  return (
    <Alert color="gray" p="sm">
      <Group gap="sm" justify="space-between">
        <Text size="sm">This is a sample project to look around in.</Text>
        <RemoveSample onRemoved={() => setState(CLOSED_DRAWER)} />
      </Group>
    </Alert>
  )
}

function ProgressBlock({ project }: { project: ProjectDto }) {
  const tasks = `${project.done_task_count} of ${project.task_count} tasks done`
  // Beside a figure given by hand, the count of tasks would only puzzle those who cannot change it.
  const counted = useUser().role !== 'client' || !project.progress_is_manual
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{project.progress}%</Text>
        {counted && (
          <Text size="sm" c="dimmed" component="div">
            {project.progress_is_manual && 'Set by hand · '}
            <Link to="/tasks" search={{ project_id: project.id }}>
              {tasks}
            </Link>
          </Text>
        )}
      </Group>
      <Progress value={project.progress} aria-label={`Progress of ${project.name}`} />
    </Stack>
  )
}

function ClientName({ project }: { project: ProjectDto }) {
  if (!useCan('client.read')) return project.client.name
  return (
    <Link to="/clients" search={{ client: project.client.id }}>
      {project.client.name}
    </Link>
  )
}

function TimelineLabel({ project }: { project: ProjectDto }) {
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

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className={classes.sectionTitle}>{title}</h3>
    {children}
  </section>
)

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

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
