import type { UserCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'

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
  ] = await Promise.all([
    ctx.db
      .selectFrom('users')
      .select(['id', 'email', 'email_verified_at', 'created_at'])
      .where('id', '=', own)
      .executeTakeFirst(),
    selectFrom(ctx, 'profiles').selectAll().where('user_id', '=', own).executeTakeFirst(),
    ctx.db.selectFrom('user_preferences').selectAll().where('user_id', '=', own).executeTakeFirst(),
    ctx.db
      .selectFrom('sessions')
      .select(['created_at', 'last_seen_at', 'ip', 'user_agent'])
      .where('user_id', '=', own)
      .execute(),
    ctx.db.selectFrom('sign_in_events').select('created_at').where('user_id', '=', own).execute(),
    selectFrom(ctx, 'time_entries').selectAll().where('user_id', '=', own).execute(),
    selectFrom(ctx, 'messages')
      .select(['project_id', 'content', 'created_at', 'edited_at'])
      .where('sender_id', '=', own)
      .where('deleted_at', 'is', null)
      .execute(),
    selectFrom(ctx, 'task_comments')
      .select(['task_id', 'text', 'created_at'])
      .where('author_id', '=', own)
      .execute(),
    selectFrom(ctx, 'quick_tasks').selectAll().where('created_by', '=', own).execute(),
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
  }
  return { json: JSON.stringify(data, null, 2) }
}
