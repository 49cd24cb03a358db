import type { z } from 'zod'
import type { ActivityDto, activityListInput } from '#shared/activity.ts'
import type { Page } from '#shared/paging.ts'
import type { Scope } from '../auth/scope.ts'
import { decodeCursor, toPage } from '../db/cursor.ts'
import type { Db } from '../db/schema.ts'
import { agencyFilter, clientFilter } from '../db/scope-guard.ts'

/** What contributors read of their agency: the work, not the money nor the people. */
const EMPLOYEE_SUBJECTS = ['project', 'task', 'comment', 'file']
/** What clients read of their own projects. */
const CLIENT_SUBJECTS = ['project', 'task', 'file']

/**
 * What happened, newest first: the owner reads the own agency's rows, contributors its projects' and
 * tasks', clients those of their own projects, the platform's administrator everything.
 */
export async function listActivity(
  db: Db,
  scope: Scope,
  input: z.output<typeof activityListInput>,
): Promise<Page<ActivityDto>> {
  const after = decodeCursor(input.cursor)
  const rows = await visibleActivity(db, scope)
    .$if(input.project_id != null, (query) => query.where('activity.project_id', '=', input.project_id ?? ''))
    .$if(input.task_id != null, (query) =>
      query
        .where('activity.subject_type', '=', 'task')
        .where('activity.subject_id', '=', input.task_id ?? ''),
    )
    .$if(input.invoice_id != null, (query) =>
      query
        .where('activity.subject_type', '=', 'invoice')
        .where('activity.subject_id', '=', input.invoice_id ?? ''),
    )
    .$if(input.client_id != null, (query) =>
      query.where((eb) =>
        eb.or([
          eb.and([
            eb('activity.subject_type', '=', 'client'),
            eb('activity.subject_id', '=', input.client_id ?? ''),
          ]),
          eb('activity.project_id', 'in', projectsOf(db, input.client_id ?? '')),
        ]),
      ),
    )
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('activity.created_at', 'activity.id'),
          '<',
          eb.tuple(after?.key ?? '', after?.id ?? ''),
        ),
      ),
    )
    .orderBy('activity.created_at', 'desc')
    .orderBy('activity.id', 'desc')
    .limit(input.limit + 1)
    .execute()
  return toPage(rows, input.limit, (row) => ({ key: row.created_at, id: row.id }), toActivity)
}

type ActivityRow = Awaited<ReturnType<ReturnType<typeof visibleActivity>['executeTakeFirstOrThrow']>>

function visibleActivity(db: Db, scope: Scope) {
  const agencyId = agencyFilter(scope)
  const clientId = clientFilter(scope)
  return db
    .selectFrom('activity')
    .leftJoin('agencies', 'agencies.id', 'activity.agency_id')
    .select([
      'activity.id',
      'activity.action',
      'activity.summary',
      'activity.actor_name',
      'activity.subject_type',
      'activity.subject_id',
      'activity.project_id',
      'agencies.name as agency_name',
      'activity.created_at',
    ])
    .$if(agencyId !== null, (query) => query.where('activity.agency_id', '=', agencyId))
    .$if(scope.role === 'employee', (query) => query.where('activity.subject_type', 'in', EMPLOYEE_SUBJECTS))
    .$if(clientId !== null, (query) =>
      query
        .where('activity.subject_type', 'in', CLIENT_SUBJECTS)
        .where('activity.project_id', 'in', projectsOf(db, clientId ?? '')),
    )
}

/** A client belongs to one agency, and so do its projects. */
const projectsOf = (db: Db, clientId: string) =>
  db.selectFrom('projects').select('projects.id').where('projects.assigned_client_id', '=', clientId)

const toActivity = (row: ActivityRow): ActivityDto => ({
  id: row.id,
  action: row.action,
  summary: row.summary,
  actor_name: row.actor_name,
  subject: { type: row.subject_type, id: row.subject_id },
  project_id: row.project_id,
  agency_name: row.agency_name,
  created_at: row.created_at,
})
