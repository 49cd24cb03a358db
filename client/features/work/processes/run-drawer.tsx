import { Checkbox, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { DecisionForm } from '#client/components/forms/decision-form.tsx'
import { CardFact } from '#client/components/records/record-card.tsx'
import { RecordDrawer } from '#client/components/records/record-drawer.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSeen } from '#client/lib/queries/use-seen.ts'
import { useCan } from '#client/lib/session/session.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { links, places } from '#shared/base/links.ts'
import type { RunDto, RunStepDto } from '#shared/work/processes.ts'
import classes from './processes.module.css'
import { RunStatusBadge } from './run-list.tsx'
import { STEP_ROLE_LABELS } from './step-labels.ts'
import { useProcessRights } from './use-process-rights.ts'
import { useTick } from './use-tick.ts'

/** A run with a checklist of its steps. */
export function RunDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const run = trpc.processes.run.useQuery({ id: id ?? '' }, { enabled: id !== null })
  return (
    <RecordDrawer query={run} title={run.data?.name ?? 'Process'} opened={id !== null} onClose={onClose}>
      {(found) => <Run key={found.id} run={found} onClose={onClose} />}
    </RecordDrawer>
  )
}

function Run({ run, onClose }: { run: RunDto; onClose: () => void }) {
  useSeen(links.processRun(run.id))
  const rights = useProcessRights()
  const seesClients = useCan('client.read')
  const tick = useTick()
  const active = run.status === 'active'
  return (
    <Stack gap="md">
      <div>
        <CardFact label="Status">
          <RunStatusBadge run={run} />
        </CardFact>
        {run.project !== null && (
          <CardFact label="Project">
            <Link {...places.project(run.project.id)} className={classes.link}>
              {run.project.name}
            </Link>
          </CardFact>
        )}
        {run.client !== null && (
          <CardFact label="Client">
            {seesClients ? (
              <Link {...places.client(run.client.id)} className={classes.link}>
                {run.client.name}
              </Link>
            ) : (
              run.client.name
            )}
          </CardFact>
        )}
        <CardFact label="Started">
          <RelativeTime instant={run.started_at} />
        </CardFact>
        {run.finished_at !== null && (
          <CardFact label="Finished">
            <RelativeTime instant={run.finished_at} />
          </CardFact>
        )}
      </div>
      {run.note !== null && <Text>{run.note}</Text>}
      <div>
        <Group justify="space-between">
          <Title order={3}>Steps</Title>
          <Text size="sm">{run.progress}% done</Text>
        </Group>
        <Progress value={run.progress} size="sm" aria-label="Progress" mt={4} />
      </div>
      <ol className={classes.steps}>
        {run.steps.map((step) => (
          <li
            key={step.id}
            className={classes.step}
            data-current={step.id === run.current_step?.id || undefined}
          >
            <Checkbox
              label={step.title}
              description={<StepState step={step} />}
              checked={step.completed_at !== null}
              disabled={!active || !rights.run}
              onChange={(event) =>
                tick.mutate({ run_id: run.id, step_id: step.id, completed: event.currentTarget.checked })
              }
            />
            {step.description !== null && (
              <Text size="sm" c="dimmed" pl={32}>
                {step.description}
              </Text>
            )}
            {step.task_id !== null && (
              <Text size="sm" pl={32}>
                <Link
                  {...places.task(step.task_id)}
                  className={classes.link}
                  aria-label={`Open task: ${step.title}`}
                >
                  Open task
                </Link>
              </Text>
            )}
          </li>
        ))}
      </ol>
      {active && rights.run && <Finish run={run} ticking={tick.isPending} onDone={onClose} />}
    </Stack>
  )
}

function StepState({ step }: { step: RunStepDto }) {
  if (step.completed_at !== null) {
    return (
      <>
        {step.completed_by_name ?? 'Done'}, <RelativeTime instant={step.completed_at} />
      </>
    )
  }
  return (
    <Text span inherit c={step.overdue ? 'var(--mantine-color-error)' : undefined}>
      {STEP_ROLE_LABELS[step.role]}, due {formatDate(step.due_date)}
    </Text>
  )
}

function Finish({ run, ticking, onDone }: { run: RunDto; ticking: boolean; onDone: () => void }) {
  const finish = trpc.processes.finish.useMutation({
    onSuccess: (finished) => {
      toast({
        title: finished.status === 'completed' ? 'Process completed' : 'Process marked as failed',
      })
      onDone()
    },
    onError: errorToast('Failed to finish the process'),
  })
  const end = (outcome: 'completed' | 'failed') => (note: string) =>
    finish.mutateAsync({ id: run.id, version: run.version, outcome, note })
  return (
    <DecisionForm
      key={run.id}
      place={`run:${run.id}`}
      label="Note"
      description="How did it go?"
      limit={1000}
      pending={finish.isPending || ticking}
      no={{ label: 'Mark as failed', onClick: end('failed') }}
      yes={{ label: 'Finish process', disabled: run.current_step !== null, onClick: end('completed') }}
    />
  )
}
