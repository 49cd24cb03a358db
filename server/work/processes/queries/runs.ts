import { type ExpressionBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { RunDto, RunStepDto } from '#shared/work/processes.ts'
import type { runListInput } from '#shared/work/schemas/processes.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { pageAfter } from '../../../base/core/rows/paging.ts'
import { callerDate } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { currentStep, runProgress } from '../rules.ts'

/** Active runs, overdue first, or finished ones; then newest first. */
export async function listRuns(ctx: UserCtx, input: z.output<typeof runListInput>): Promise<Page<RunDto>> {
  const today = callerDate(ctx)
  const runs = ctx.db
    .selectFrom(
      visibleRuns(ctx)
        .select((eb) => rankOf(eb, today).as('rank'))
        .where('process_runs.status', input.status === 'active' ? '=' : '!=', 'active')
        .as('run'),
    )
    .selectAll('run')
  const page = await pageAfter(runs, ['run.rank', 'run.id'], input, (row) => row)
  return { ...page, items: await withSteps(ctx, page.items) }
}

/** The sort key: whether a step of an active run is overdue, then the start. */
function rankOf(eb: ExpressionBuilder<Schema, 'process_runs'>, today: string) {
  const lateStep = eb
    .selectFrom('process_run_steps as step')
    .select('step.id')
    .whereRef('step.agency_id', '=', 'process_runs.agency_id')
    .whereRef('step.run_id', '=', 'process_runs.id')
    .where('step.completed_at', 'is', null)
    .where('step.due_date', '<', today)
  const late = eb.and([eb('process_runs.status', '=', 'active'), eb.exists(lateStep)])
  return sql<string>`case when ${late} then '1 ' else '0 ' end || ${eb.ref('process_runs.started_at')}`
}

/** One run; throws NOT_FOUND if missing or not accessible. */
export async function getRun(ctx: UserCtx, id: string): Promise<RunDto> {
  const rows = await visibleRuns(ctx).where('process_runs.id', '=', id).execute()
  const [run] = await withSteps(ctx, rows)
  if (run === undefined) throw notFound('This process run')
  return run
}

/** An active run with the columns needed to change it. */
export async function requireActive(ctx: UserCtx, id: string) {
  const run = await selectFrom(ctx, 'process_runs')
    .select(['id', 'name', 'project_id', 'status', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (run === undefined) throw notFound('This process run')
  if (run.status !== 'active') throw new AppError('BAD_REQUEST', 'This process run is finished.')
  return run
}

type RunRow = Awaited<ReturnType<ReturnType<typeof visibleRuns>['executeTakeFirstOrThrow']>>

const visibleRuns = (ctx: UserCtx) =>
  selectFrom(ctx, 'process_runs')
    .innerJoin('agencies', 'agencies.id', 'process_runs.agency_id')
    .leftJoin('projects', (join) =>
      join
        .onRef('projects.agency_id', '=', 'process_runs.agency_id')
        .onRef('projects.id', '=', 'process_runs.project_id'),
    )
    .leftJoin('clients', (join) =>
      join
        .onRef('clients.agency_id', '=', 'process_runs.agency_id')
        .onRef('clients.id', '=', 'process_runs.client_id'),
    )
    .select([
      'process_runs.id',
      'process_runs.agency_id',
      'agencies.name as agency_name',
      'process_runs.template_id',
      'process_runs.name',
      'process_runs.project_id',
      'projects.name as project_name',
      'process_runs.client_id',
      'clients.name as client_name',
      'process_runs.status',
      'process_runs.note',
      'process_runs.started_at',
      'process_runs.finished_at',
      'process_runs.version',
    ])

async function withSteps(ctx: UserCtx, runs: RunRow[]): Promise<RunDto[]> {
  if (runs.length === 0) return []
  const today = callerDate(ctx)
  const steps = await selectFrom(ctx, 'process_run_steps')
    .leftJoin('profiles', 'profiles.user_id', 'process_run_steps.completed_by')
    .select([
      'process_run_steps.run_id',
      'process_run_steps.id',
      'process_run_steps.position',
      'process_run_steps.title',
      'process_run_steps.description',
      'process_run_steps.role',
      'process_run_steps.due_date',
      'process_run_steps.task_id',
      'process_run_steps.completed_at',
      'profiles.name as completed_by_name',
    ])
    .where(
      'process_run_steps.run_id',
      'in',
      runs.map((run) => run.id),
    )
    .orderBy('process_run_steps.position')
    .execute()
  const byRun = Map.groupBy(steps, (step) => step.run_id)
  return runs.map((run) => {
    const own = (byRun.get(run.id) ?? []).map(
      ({ run_id: _, ...step }): RunStepDto => ({
        ...step,
        overdue: run.status === 'active' && step.completed_at === null && step.due_date < today,
      }),
    )
    return toRun(run, own)
  })
}

const toRun = (row: RunRow, steps: RunStepDto[]): RunDto => ({
  id: row.id,
  agency_id: row.agency_id,
  agency_name: row.agency_name,
  template_id: row.template_id,
  name: row.name,
  project: row.project_id === null ? null : { id: row.project_id, name: row.project_name ?? '' },
  client: row.client_id === null ? null : { id: row.client_id, name: row.client_name ?? '' },
  status: row.status,
  note: row.note,
  started_at: row.started_at,
  finished_at: row.finished_at,
  steps,
  progress: runProgress(steps),
  current_step: row.status === 'active' ? currentStep(steps) : null,
  overdue: steps.some((step) => step.overdue),
  version: row.version,
})
