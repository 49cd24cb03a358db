import { Stack, Switch } from '@mantine/core'
import { getQueryKey } from '@trpc/react-query'
import { Section } from '#client/components/records/detail-parts.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { useOptimistic } from '#client/lib/queries/optimistic.ts'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useUser, useZone } from '#client/lib/session/session.ts'
import { formatHours } from '#shared/base/format.ts'
import type { Role } from '#shared/base/roles.ts'
import type { ProjectBudgetDto } from '#shared/time/timesheets.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import type { ProjectSlotProps } from '../../../work/projects/detail/project-slots.ts'
import { Figure } from '../../../work/projects/overview/figure.tsx'
import classes from '../../../work/projects/project/projects.module.css'
import { useProjectRights } from '../../../work/projects/project/use-project-rights.ts'
import { EntryList } from '../entries/entry-list.tsx'

const EMPTY: Record<Role, string> = {
  super_admin: 'Time recorded on this project appears here.',
  agency_admin: 'Time recorded on this project appears here.',
  employee: 'Your time on this project appears here.',
  client: 'Hours that your agency shares with you appear here.',
}

/** The project's time entries that the user may see. */
export function ProjectTimeSlot({ project }: ProjectSlotProps) {
  const { readTime } = useProjectRights()
  const { role } = useUser()
  const list = trpc.workLog.list.useInfiniteQuery(
    { project_id: project.id, whose: 'agency', timezone: useZone() },
    byCursor,
  )
  return (
    <Stack gap="md">
      {readTime && <TimeTotals project={project} />}
      <Section title="Entries">
        <EntryList
          query={list}
          label={`Time on ${project.name}`}
          showPerson={role !== 'employee'}
          inProject
          filtered={false}
          onClearFilters={() => {}}
          empty={<EmptyState drawing="clock" title="No entries yet" message={EMPTY[role as Role]} />}
        />
      </Section>
    </Stack>
  )
}

function TimeTotals({ project }: { project: ProjectDto }) {
  const { writeTime } = useProjectRights()
  const { data } = trpc.timesheets.projectTime.useQuery({ project_id: project.id })
  if (data === undefined) return null
  const entries = { tab: 'team', project: project.id } as const
  return (
    <>
      <div className={classes.figures}>
        <Figure label="Recorded" to="/work-log" search={entries}>
          {formatHours(data.total_seconds)}
        </Figure>
        <Figure label="Billable" to="/work-log" search={{ ...entries, billable: 'yes' }}>
          {formatHours(data.billable_seconds)}
        </Figure>
      </div>
      <ShareHours project={project} time={data} readOnly={!writeTime} />
    </>
  )
}

interface ShareHoursProps {
  project: ProjectDto
  time: ProjectBudgetDto
  readOnly: boolean
}

function ShareHours({ project, time, readOnly }: ShareHoursProps) {
  const save = trpc.timesheets.saveProjectTime.useMutation(
    useOptimistic<ProjectBudgetDto, { share_hours?: boolean | undefined }>(
      getQueryKey(trpc.timesheets.projectTime, { project_id: project.id }, 'query'),
      (data, { share_hours = data.share_hours }) => ({ ...data, share_hours }),
      'Failed to update hour sharing',
    ),
  )
  return (
    <Switch
      label="Share hours with the client"
      description="The client can see this project’s recorded hours in their work log, except those from before the project was theirs."
      checked={time.share_hours}
      disabled={readOnly}
      onChange={(event) => save.mutate({ project_id: project.id, share_hours: event.currentTarget.checked })}
    />
  )
}
