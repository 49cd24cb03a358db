import type { UserCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { seenRates } from '../../work-log/policy.ts'

const TIME_COLUMNS = [
  'id',
  'project_id',
  'task_id',
  'kind',
  'note',
  'started_at',
  'ended_at',
  'duration_seconds',
  'billable',
  'created_at',
  'updated_at',
] as const

const QUICK_TASK_COLUMNS = [
  'id',
  'title',
  'description',
  'priority',
  'due_date',
  'completed_at',
  'deleted_at',
  'created_at',
  'updated_at',
] as const

const seenRateColumns = (ctx: UserCtx) => {
  const { billing, cost } = seenRates(ctx, true)
  return [...(billing ? (['billing_rate'] as const) : []), ...(cost ? (['cost_rate'] as const) : [])]
}

/** Everything the portal holds about the caller, as JSON text. */
export async function exportOwnData(ctx: UserCtx): Promise<{ json: string }> {
  const own = ctx.actor.userId
  const [
    account,
    profile,
    preferences,
    sessions,
    signIns,
    hours,
    messages,
    comments,
    tasks,
    bell,
    audit,
    cards,
    views,
  ] = await Promise.all([
    ctx.db
      .selectFrom('users')
      .select(['id', 'email', 'email_verified_at', 'created_at'])
      .where('id', '=', own)
      .executeTakeFirst(),
    selectFrom(ctx, 'profiles')
      .select(['name', 'email', 'role', 'company', 'avatar', 'last_login', 'created_at', 'updated_at'])
      .where('user_id', '=', own)
      .executeTakeFirst(),
    ctx.db
      .selectFrom('user_preferences')
      .select(['theme', 'compact', 'locale', 'timezone', 'week_start'])
      .where('user_id', '=', own)
      .executeTakeFirst(),
    ctx.db
      .selectFrom('sessions')
      .select(['created_at', 'last_seen_at', 'ip', 'user_agent'])
      .where('user_id', '=', own)
      .execute(),
    ctx.db.selectFrom('sign_in_events').select('created_at').where('user_id', '=', own).execute(),
    selectFrom(ctx, 'time_entries')
      .select([...TIME_COLUMNS, ...seenRateColumns(ctx)])
      .where('user_id', '=', own)
      .execute(),
    selectFrom(ctx, 'messages')
      .select(['project_id', 'content', 'created_at', 'edited_at'])
      .where('sender_id', '=', own)
      .where('deleted_at', 'is', null)
      .execute(),
    selectFrom(ctx, 'task_comments')
      .select(['task_id', 'text', 'created_at'])
      .where('author_id', '=', own)
      .execute(),
    selectFrom(ctx, 'quick_tasks').select(QUICK_TASK_COLUMNS).where('created_by', '=', own).execute(),
    selectFrom(ctx, 'notifications')
      .select(['event', 'title', 'created_at', 'read_at'])
      .where('user_id', '=', own)
      .execute(),
    selectFrom(ctx, 'audit_log')
      .select(['action', 'detail', 'created_at'])
      .where('actor_id', '=', own)
      .execute(),
    selectFrom(ctx, 'saved_cards')
      .select(['brand', 'last4', 'exp_month', 'exp_year', 'created_at'])
      .where('user_id', '=', own)
      .where('removed_at', 'is', null)
      .execute(),
    selectFrom(ctx, 'saved_views')
      .select(['list', 'name', 'state', 'created_at'])
      .where('user_id', '=', own)
      .execute(),
  ])
  const data = {
    account,
    profile,
    preferences: preferences ?? null,
    sessions,
    sign_ins: signIns,
    time_entries: hours,
    messages,
    task_comments: comments,
    quick_tasks: tasks,
    notifications: bell,
    security_events: audit,
    saved_cards: cards,
    saved_views: views,
  }
  return { json: JSON.stringify(data, null, 2) }
}
