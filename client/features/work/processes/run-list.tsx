import { Progress, Text } from '@mantine/core'
import { DataList } from '#client/components/lists/data-list.tsx'
import { RowButton } from '#client/components/lists/row-button.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useUser } from '#client/lib/session/session.ts'
import { formatCardDate } from '#client/lib/time/dates.ts'
import type { RunDto } from '#shared/work/processes.ts'
import classes from './processes.module.css'

interface RunListProps {
  status: 'active' | 'finished'
}

export function RunList({ status }: RunListProps) {
  const list = trpc.processes.runs.useInfiniteQuery({ status }, byCursor)
  return (
    <DataList
      query={list}
      label={status === 'active' ? 'Active Processes' : 'Finished Processes'}
      layout="rows"
      itemHeight={64}
      itemKey={(run) => run.id}
      renderItem={(run) => <RunRow run={run} />}
      filtered={false}
      noMatchTitle=""
      onClearFilters={() => undefined}
      empty={
        <EmptyState
          drawing="checklist"
          title={status === 'active' ? 'No active processes' : 'No finished processes'}
          message={
            status === 'active'
              ? 'Start a process for a project or client to track its steps here.'
              : 'Completed and failed processes appear here.'
          }
        />
      }
    />
  )
}

function RunRow({ run }: { run: RunDto }) {
  const acrossAgencies = useUser().agency_id === null
  const subject = [run.project?.name, run.client?.name, acrossAgencies && run.agency_name].filter(Boolean)
  return (
    <RowButton opens={{ run: run.id }}>
      <span className={classes.grow}>
        <Text span fw={500} truncate display="block">
          {run.name}
        </Text>
        <Text span size="sm" c="dimmed" truncate display="block">
          {subject.join(' · ')}
        </Text>
      </span>
      <span className={classes.current}>
        {run.current_step !== null && (
          <>
            <Text span truncate display="block">
              {run.current_step.title}
            </Text>
            <Text
              span
              size="sm"
              c={run.current_step.overdue ? 'var(--mantine-color-error)' : 'dimmed'}
              display="block"
            >
              due {formatCardDate(run.current_step.due_date)}
            </Text>
          </>
        )}
      </span>
      <RunStatusBadge run={run} />
      <span className={classes.progress}>
        <Progress value={run.progress} size="sm" aria-label={`${run.name}: progress`} />
        <Text span size="sm" className={classes.percent}>
          {run.progress}%
        </Text>
      </span>
    </RowButton>
  )
}

export function RunStatusBadge({ run }: { run: RunDto }) {
  if (run.status === 'active') {
    return run.overdue ? (
      <StatusBadge status="overdue" label="Overdue" />
    ) : (
      <StatusBadge status="in_progress" label="On track" />
    )
  }
  return <StatusBadge status={run.status} label={run.status === 'completed' ? 'Completed' : 'Failed'} />
}
