import { Group, Progress, Text } from '@mantine/core'
import { DataTable } from '#client/components/table/data-table.tsx'
import type { Grouping } from '#client/components/table/groups.ts'
import { TableList, type TableListProps } from '#client/components/table/table-list.tsx'
import type { Column } from '#client/components/table/table-props.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useZone } from '#client/lib/session/session.ts'
import { formatDate, today } from '#client/lib/time/dates.ts'
import { batchesOf, type Page } from '#shared/base/paging.ts'
import { BUDGETS_AT_ONCE } from '#shared/time/timesheets.ts'
import { PROJECT_STATUS_LABELS, type ProjectDto, type ProjectSort } from '#shared/work/projects.ts'
import { ProjectMenu } from '../project/project-menu.tsx'
import { projectSearch } from '../project/project-search.ts'
import { ProjectState } from '../project/project-state.tsx'
import { TeamAvatars } from '../project/team-avatars.tsx'
import { daysLeft } from '../project/timeline.ts'
import { useProjectRights } from '../project/use-project-rights.ts'
import classes from './project-table.module.css'

const AGENCY: Column<ProjectDto, ProjectSort> = {
  label: 'Agency',
  width: 'minmax(80px, 1fr)',
  render: (project) => project.agency_name,
}
/** The ids of the projects whose budgets are read together. */
type BudgetBatches = ReadonlyMap<string, string[]>

const budgetColumn = (batches: BudgetBatches): Column<ProjectDto, ProjectSort> => ({
  label: 'Budget used',
  width: '92px',
  figures: true,
  extra: true,
  render: ({ id }) => <BudgetUsed projectId={id} batch={batches.get(id) ?? [id]} />,
})
const COLUMNS: Column<ProjectDto, ProjectSort>[] = [
  {
    label: 'Client',
    width: 'minmax(90px, 1.2fr)',
    sort: 'client',
    render: (project) => project.client.name,
  },
  {
    label: 'State',
    width: '104px',
    sort: 'status',
    render: (project) => <ProjectState status={project.status} />,
  },
  {
    label: 'Progress',
    width: '108px',
    sort: 'progress',
    render: (project) => <Done project={project} />,
  },
]
const DUE: Column<ProjectDto, ProjectSort> = {
  label: 'Due',
  width: '96px',
  sort: 'due',
  figures: true,
  render: (project) => <Due project={project} />,
}
const TEAM: Column<ProjectDto, ProjectSort> = {
  label: 'Team',
  width: '104px',
  extra: true,
  render: (project) => <TeamAvatars team={project.team} size={22} />,
}

const GROUPS: Partial<Record<ProjectSort, Grouping<ProjectDto>>> = {
  client: { key: (project) => project.assigned_client_id, heading: (project) => project.client.name },
  status: { key: (project) => project.status, heading: (project) => PROJECT_STATUS_LABELS[project.status] },
}

export function ProjectTable(list: Omit<TableListProps<ProjectDto>, 'children'>) {
  const [{ sort, desc, grouped }, setState] = useSearchState(projectSearch)
  const { acrossAgencies, readTime } = useProjectRights()
  const columns = [
    ...(acrossAgencies ? [AGENCY] : []),
    ...COLUMNS,
    TEAM,
    DUE,
    ...(readTime && !acrossAgencies ? [budgetColumn(budgetBatches(list.query.data?.pages ?? []))] : []),
  ]
  return (
    <TableList {...list}>
      {(projects) => (
        <DataTable
          label="Projects"
          items={projects}
          query={list.query}
          title={{
            column: { label: 'Name', width: 'minmax(160px, 2fr)', sort: 'name' },
            of: (project) => project.name,
          }}
          columns={columns}
          sorting={{ sort, desc, onSort: setState }}
          grouping={grouped && sort !== null ? GROUPS[sort] : null}
          actions={(project) => <ProjectMenu project={project} />}
          opens={(project) => ({ project: project.id })}
          onPeek={(project) => setState({ peek: project.id }, 'push')}
        />
      )}
    </TableList>
  )
}

const Done = ({ project }: { project: ProjectDto }) => (
  <Group gap={8} wrap="nowrap">
    <Progress
      className={classes.bar}
      size="sm"
      value={project.progress}
      aria-label={`Progress of ${project.name}`}
    />
    <span className={classes.percent}>{project.progress}%</span>
  </Group>
)

function Due({ project }: { project: ProjectDto }) {
  const zone = useZone()
  const late = daysLeft(project, today(zone))?.late === true
  return (
    <Text c={late ? 'var(--mantine-color-error)' : 'dimmed'} span inherit>
      {formatDate(project.delivery_date)}
    </Text>
  )
}

/** By page, so that more pages don't change those of the first. */
const budgetBatches = (pages: Page<ProjectDto>[]): BudgetBatches =>
  new Map(
    pages
      .flatMap(({ items }) => [
        ...batchesOf(
          items.map(({ id }) => id),
          BUDGETS_AT_ONCE,
        ),
      ])
      .flatMap((ids) => ids.map((id) => [id, ids] as const)),
  )

/** One query for a batch of budgets, shared by its rows. */
function BudgetUsed({ projectId, batch }: { projectId: string; batch: string[] }) {
  const { data } = trpc.timesheets.budgets.useQuery(
    { project_ids: batch },
    {
      select: (budgets) => budgets.find(({ project_id }) => project_id === projectId),
      placeholderData: (old) => old,
    },
  )
  if (data === undefined) {
    return (
      <Text c="dimmed" span inherit>
        –
      </Text>
    )
  }
  return (
    <Text c={data.warning === 'over' ? 'var(--mantine-color-error)' : undefined} span inherit>
      {data.used_percent}%
    </Text>
  )
}
