import { Alert, Text } from '@mantine/core'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { StoppedWork } from '#client/components/records/stopped-work.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { ALERTS, type AlertDto } from '#shared/overview/platform.ts'
import { CallsCard } from './calls-card.tsx'
import { HealthCard } from './health-card.tsx'
import { JobsCard } from './jobs-card.tsx'
import { QueuesCard } from './queues-card.tsx'
import { StorageCard } from './storage-card.tsx'
import { VersionsCard } from './versions-card.tsx'

/** Frequent enough to watch a recovery; hidden tabs don't poll. */
const REFRESH_MS = 15_000

/** The status of the whole installation, for its administrator. */
export function OperationSection() {
  const query = trpc.platform.operation.useQuery(undefined, { refetchInterval: REFRESH_MS })
  const { data } = query
  if (data === undefined)
    return <QueryState query={query} loading={<Skeletons layout="rows" height={64} />} />
  return (
    <>
      {data.alerts.map((alert) => (
        <OpenAlert key={alert.kind} alert={alert} />
      ))}
      <StoppedWork />
      <HealthCard health={data.health} checkedAt={data.checked_at} />
      <QueuesCard queues={data.queues} />
      <StorageCard backups={data.backups} disk={data.disk} />
      <CallsCard calls={data.calls} since={data.process.started_at} />
      <VersionsCard versions={data.versions} process={data.process} />
      <JobsCard />
    </>
  )
}

function OpenAlert({ alert: { kind, details, began_at } }: { alert: AlertDto }) {
  return (
    <Alert color="red" role="status" title={ALERTS[kind]}>
      <Text size="sm">{details}</Text>
      <Text size="xs" c="dimmed" component="div" mt={4}>
        Administrators were emailed <RelativeTime instant={began_at} />.
      </Text>
    </Alert>
  )
}
