import { Button, Stack, Text, Title } from '@mantine/core'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { CardFact } from '#client/components/records/record-card.tsx'
import { RecordDrawer } from '#client/components/records/record-drawer.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatProcessDuration, PROCESS_STATUS_LABELS, type ProcessDetails } from '#shared/work/processes.ts'
import classes from './processes.module.css'
import { dueOffset, STEP_ROLE_LABELS } from './step-labels.ts'
import { useProcessRights } from './use-process-rights.ts'

interface ProcessDrawerProps {
  id: string | null
  onClose: () => void
  onStart: (id: string) => void
}

/** A read-only view of a process and its steps. */
export function ProcessDrawer({ id, onClose, onStart }: ProcessDrawerProps) {
  const process = trpc.processes.get.useQuery({ id: id ?? '' }, { enabled: id !== null })
  return (
    <RecordDrawer
      query={process}
      title={process.data?.name ?? 'Process'}
      opened={id !== null}
      onClose={onClose}
    >
      {(found) => <Details process={found} onStart={onStart} />}
    </RecordDrawer>
  )
}

function Details({ process, onStart }: { process: ProcessDetails; onStart: (id: string) => void }) {
  const { run } = useProcessRights()
  return (
    <Stack gap="md">
      {process.description !== null && <Text>{process.description}</Text>}
      <div>
        <CardFact label="Status">
          <StatusBadge status={process.status} label={PROCESS_STATUS_LABELS[process.status]} />
        </CardFact>
        <CardFact label="Duration">{formatProcessDuration(process.duration_days)}</CardFact>
        {process.average_days !== null && (
          <CardFact label="Average duration">{process.average_days} days</CardFact>
        )}
        <CardFact label="Success rate">
          {process.success_rate === null
            ? 'No runs yet'
            : `${process.success_rate}% of ${process.finished_runs} runs`}
        </CardFact>
      </div>
      {process.status === 'draft' ? (
        <Text size="sm" c="dimmed">
          Drafts can’t be started. Duplicate this process, or change its status if it belongs to you.
        </Text>
      ) : (
        run && <Button onClick={() => onStart(process.id)}>Start Process</Button>
      )}
      <Title order={3}>Steps</Title>
      <ol className={classes.steps}>
        {process.steps.map((step) => (
          <li key={step.position} className={classes.step}>
            <Text fw={500}>{step.title}</Text>
            <Text size="sm" c="dimmed">
              {STEP_ROLE_LABELS[step.role]}, due {dueOffset(step.due_offset_days)}
            </Text>
            {step.description !== null && <Text size="sm">{step.description}</Text>}
          </li>
        ))}
      </ol>
    </Stack>
  )
}
