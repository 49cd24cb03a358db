import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { ActivityDto } from '#shared/reactions/activity.ts'
import type { activityListInput } from '#shared/reactions/schemas/activity.ts'
import type { UserCtx } from '../../base/core/context.ts'
import { pageAfter, whereSet } from '../../base/core/rows/paging.ts'
import { selectFrom } from '../../base/core/rows/rows.ts'

/** The activity feed visible to the caller, newest first. */
export async function listActivity(
  ctx: UserCtx,
  input: z.output<typeof activityListInput>,
): Promise<Page<ActivityDto>> {
  const { task_id: taskId, invoice_id: invoiceId, client_id: clientId } = input
  let query = whereSet(activityWithAgency(ctx), 'activity.project_id', input.project_id)
  if (taskId != null) query = about(query, 'task', taskId)
  if (invoiceId != null) {
    const itsPayments = selectFrom(ctx, 'payments').select('payments.id').where('invoice_id', '=', invoiceId)
    query = query.where((eb) =>
      eb.or([
        eb.and([eb('activity.subject_type', '=', 'invoice'), eb('activity.subject_id', '=', invoiceId)]),
        eb.and([eb('activity.subject_type', '=', 'payment'), eb('activity.subject_id', 'in', itsPayments)]),
      ]),
    )
  }
  if (clientId != null) {
    const itsProjects = selectFrom(ctx, 'projects')
      .select('projects.id')
      .where('projects.assigned_client_id', '=', clientId)
    query = query.where((eb) =>
      eb.or([
        eb.and([eb('activity.subject_type', '=', 'client'), eb('activity.subject_id', '=', clientId)]),
        eb('activity.project_id', 'in', itsProjects),
      ]),
    )
  }
  return pageAfter(query, ['activity.created_at', 'activity.id'], input, toActivity)
}

type ActivityQuery = ReturnType<typeof activityWithAgency>

const about = (query: ActivityQuery, type: string, id: string): ActivityQuery =>
  query.where('activity.subject_type', '=', type).where('activity.subject_id', '=', id)

const activityWithAgency = (ctx: UserCtx) =>
  selectFrom(ctx, 'activity')
    .leftJoin('agencies', 'agencies.id', 'activity.agency_id')
    .leftJoin('invitations', (join) =>
      join
        .onRef('invitations.agency_id', '=', 'activity.agency_id')
        .onRef('invitations.id', '=', 'activity.subject_id')
        .on('activity.subject_type', '=', 'invitation'),
    )
    .select([
      'activity.id',
      'activity.action',
      'activity.summary',
      'activity.actor_name',
      'activity.subject_type',
      'activity.subject_id',
      'activity.project_id',
      'agencies.name as agency_name',
      'invitations.role as invited_role',
      'invitations.client_id as invited_client',
      'activity.created_at',
    ])

type ActivityRow = Awaited<ReturnType<ActivityQuery['executeTakeFirstOrThrow']>>

const toActivity = (row: ActivityRow): ActivityDto => ({
  id: row.id,
  action: row.action,
  summary: row.summary,
  actor_name: row.actor_name,
  subject: { type: row.subject_type, id: row.subject_id },
  project_id: row.project_id,
  agency_name: row.agency_name,
  invited: row.invited_role === null ? null : { role: row.invited_role, client_id: row.invited_client },
  created_at: row.created_at,
})
