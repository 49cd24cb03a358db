import { getQueryKey } from '@trpc/react-query'
import { useOptimistic } from '#client/lib/queries/optimistic.ts'
import { type Inputs, trpc } from '#client/lib/queries/trpc.ts'
import type { RunDto } from '#shared/work/processes.ts'

/** Completes a step on the open run optimistically. */
export function useTick() {
  const optimistic = useOptimistic<RunDto, Inputs['processes']['tick']>(
    getQueryKey(trpc.processes.run),
    (run, { run_id, step_id, completed }) => (run.id === run_id ? withTick(run, step_id, completed) : run),
    'Failed to update the step',
  )
  return trpc.processes.tick.useMutation(optimistic)
}

function withTick(run: RunDto, stepId: string, completed: boolean): RunDto {
  const completed_at = completed ? new Date().toISOString() : null
  const steps = run.steps.map((step) => (step.id === stepId ? { ...step, completed_at } : step))
  const done = steps.filter((step) => step.completed_at !== null).length
  return {
    ...run,
    // Incremented by each step: completing the run right afterwards must send the resulting version.
    version: run.version + 1,
    steps,
    progress: Math.round((done / steps.length) * 100),
    current_step: steps.find((step) => step.completed_at === null) ?? null,
  }
}
