import { Button, Group, Text } from '@mantine/core'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { sentence } from '#client/lib/labels.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import type { JobDto } from '#shared/overview/platform.ts'
import classes from '../section/settings.module.css'
import { scheduleLabel } from './schedule-label.ts'

const STATES = { running: 'Running', done: 'Done', failed: 'Failed', interrupted: 'Interrupted' } as const
const TONES = { running: 'info', done: 'good', failed: 'bad', interrupted: 'bad' } as const

const REFRESH_MS = 30_000

/** Background jobs with their last and next runs. */
export function JobsCard() {
  const query = trpc.platform.jobs.useQuery(undefined, { refetchInterval: REFRESH_MS })
  const { data } = query
  return (
    <SettingsCard title="Jobs" description="Scheduled background tasks.">
      {data === undefined && <QueryState query={query} loading={<Skeletons layout="rows" height={44} />} />}
      {data !== undefined && (
        <ul className={classes.rows} aria-label="Jobs">
          {data.map((job) => (
            <JobRow key={job.name} job={job} />
          ))}
        </ul>
      )}
    </SettingsCard>
  )
}

function JobRow({ job: { name, schedule, last_run, next_run } }: { job: JobDto }) {
  const run = trpc.platform.runJob.useMutation({
    onError: errorToast('Failed to run the job'),
    onSuccess: (job) => {
      if (job.last_run?.status === 'done') toast({ title: `${sentence(name)} ran` })
    },
  })
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {sentence(name)}
          </Text>
          {last_run !== null && (
            <StatusBadge
              status={last_run.status}
              label={STATES[last_run.status]}
              tone={TONES[last_run.status]}
            />
          )}
        </Group>
        <Text size="xs" c="dimmed" component="div">
          {scheduleLabel(schedule)}
          {' · '}
          {last_run === null ? 'hasn’t run yet' : <RelativeTime instant={last_run.started_at} />}
          {next_run !== null && (
            <>
              {' · next '}
              <RelativeTime instant={next_run} />
            </>
          )}
        </Text>
        {last_run?.error != null && (
          <Text size="xs" c="var(--mantine-color-error)">
            {last_run.error}
          </Text>
        )}
      </div>
      <Button
        size="xs"
        variant="default"
        aria-label={`Run now: ${sentence(name)}`}
        loading={run.isPending}
        onClick={() => run.mutate({ name })}
      >
        Run now
      </Button>
    </li>
  )
}
