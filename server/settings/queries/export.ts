import type { Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'

/** Everything the portal holds about the caller, as JSON text. */
export async function exportOwnData(db: Db, scope: Scope): Promise<{ json: string }> {
  const own = scope.userId
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
    db
      .selectFrom('users')
      .select(['id', 'email', 'email_verified_at', 'created_at'])
      .where('id', '=', own)
      .executeTakeFirst(),
    db.selectFrom('profiles').selectAll().where('user_id', '=', own).executeTakeFirst(),
    db.selectFrom('user_preferences').selectAll().where('user_id', '=', own).executeTakeFirst(),
    db
      .selectFrom('sessions')
      .select(['created_at', 'last_seen_at', 'ip', 'user_agent'])
      .where('user_id', '=', own)
      .execute(),
    db.selectFrom('sign_in_events').select('created_at').where('user_id', '=', own).execute(),
    db.selectFrom('time_entries').selectAll().where('user_id', '=', own).execute(),
    db
      .selectFrom('messages')
      .select(['project_id', 'content', 'created_at', 'edited_at'])
      .where('sender_id', '=', own)
      .where('deleted_at', 'is', null)
      .execute(),
    db
      .selectFrom('task_comments')
      .select(['task_id', 'text', 'created_at'])
      .where('author_id', '=', own)
      .execute(),
    db.selectFrom('quick_tasks').selectAll().where('created_by', '=', own).execute(),
    db
      .selectFrom('notifications')
      .select(['event', 'title', 'created_at', 'read_at'])
      .where('user_id', '=', own)
      .execute(),
    db
      .selectFrom('audit_log')
      .select(['action', 'detail', 'created_at'])
      .where('actor_id', '=', own)
      .execute(),
    db
      .selectFrom('saved_cards')
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
