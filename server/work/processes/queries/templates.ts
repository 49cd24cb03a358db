import type { z } from 'zod'
import type { ProcessDetails, ProcessDto } from '#shared/work/processes.ts'
import type { processListInput } from '#shared/work/schemas/processes.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { isPlatformAdmin } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { containsText } from '../../../base/db/engines/dialect.ts'
import { meanDays, successRate } from '../rules.ts'

/** The others are found by search. */
const MAX_TEMPLATES = 200

/** The shared samples in their order, then the agency's own processes. */
export async function listProcesses(
  ctx: UserCtx,
  input: z.output<typeof processListInput>,
): Promise<ProcessDto[]> {
  const rows = await visibleTemplates(ctx)
    .where('process_templates.archived_at', input.archived ? 'is not' : 'is', null)
    .$if(input.search !== '', (query) =>
      query.where((eb) => containsText(eb, [eb.ref('process_templates.name')], input.search)),
    )
    .orderBy('process_templates.created_at')
    .orderBy('process_templates.id')
    .limit(MAX_TEMPLATES)
    .execute()
  const outcomes = await outcomesOf(ctx, rows)
  return rows
    .map((row) => toProcess(row, outcomes, ctx))
    .toSorted((a, b) => Number(b.is_shared) - Number(a.is_shared))
}

/** One process with its steps; throws NOT_FOUND if missing or not accessible. */
export async function getProcess(ctx: UserCtx, id: string): Promise<ProcessDetails> {
  const row = await visibleTemplates(ctx).where('process_templates.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This process')
  const [outcomes, steps] = await Promise.all([
    outcomesOf(ctx, [row]),
    selectFrom(ctx, 'process_steps')
      .select(['position', 'title', 'description', 'role', 'due_offset_days'])
      .where('template_id', '=', id)
      .orderBy('position')
      .execute(),
  ])
  return { ...toProcess(row, outcomes, ctx), steps }
}

/**
 * One of the agency's own processes with the columns needed to change it; throws BAD_REQUEST for a shared
 * sample.
 */
export async function requireOwn(ctx: UserCtx, id: string) {
  const process = await selectFrom(ctx, 'process_templates')
    .select(['id', 'name', 'version', 'agency_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (process === undefined) throw notFound('This process')
  if (process.agency_id === null) {
    throw new AppError('BAD_REQUEST', 'Samples are shared by all agencies. Duplicate it to make your own.', {
      reason: 'shared_process',
    })
  }
  return process
}

type TemplateRow = Awaited<ReturnType<ReturnType<typeof visibleTemplates>['executeTakeFirstOrThrow']>>

const visibleTemplates = (ctx: UserCtx) =>
  selectFrom(ctx, 'process_templates')
    .leftJoin('agencies', 'agencies.id', 'process_templates.agency_id')
    .select((eb) => [
      'process_templates.id',
      'process_templates.agency_id',
      'agencies.name as agency_name',
      'process_templates.name',
      'process_templates.description',
      'process_templates.status',
      'process_templates.duration_days',
      'process_templates.archived_at',
      'process_templates.version',
      'process_templates.created_at',
      eb
        .selectFrom('process_steps')
        .whereRef('process_steps.template_id', '=', 'process_templates.id')
        .select((sub) => sub.fn.countAll<number>().as('count'))
        .as('step_count'),
    ])

interface Outcome {
  completed: number
  finished: number
  milliseconds: number[]
}

/** Results of runs visible to the caller, so that a shared sample counts only the agency's own runs. */
async function outcomesOf(ctx: Ctx, templates: { id: string }[]): Promise<Map<string, Outcome>> {
  if (templates.length === 0) return new Map()
  const rows = await selectFrom(ctx, 'process_runs')
    .select(['template_id', 'status', 'started_at', 'finished_at'])
    .where(
      'template_id',
      'in',
      templates.map((template) => template.id),
    )
    .where('status', '!=', 'active')
    .execute()
  const byTemplate = Map.groupBy(rows, (row) => row.template_id)
  return new Map(
    [...byTemplate].map(([id, runs]) => {
      const completed = runs.filter((run) => run.status === 'completed')
      const milliseconds = completed.map(
        (run) => Date.parse(run.finished_at ?? run.started_at) - Date.parse(run.started_at),
      )
      return [id, { completed: completed.length, finished: runs.length, milliseconds }]
    }),
  )
}

function toProcess(row: TemplateRow, outcomes: Map<string, Outcome>, ctx: UserCtx): ProcessDto {
  const outcome = outcomes.get(row.id) ?? { completed: 0, finished: 0, milliseconds: [] }
  const isShared = row.agency_id === null
  return {
    id: row.id,
    agency_id: row.agency_id,
    agency_name: row.agency_name,
    is_shared: isShared,
    can_edit: !isShared && !isPlatformAdmin(ctx) && ctx.actor.role === 'agency_admin',
    name: row.name,
    description: row.description,
    status: row.status,
    duration_days: row.duration_days,
    step_count: row.step_count ?? 0,
    finished_runs: outcome.finished,
    success_rate: successRate(outcome.completed, outcome.finished),
    average_days: meanDays(outcome.milliseconds),
    archived_at: row.archived_at,
    version: row.version,
    created_at: row.created_at,
  }
}
