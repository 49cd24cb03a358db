import { type Kysely, sql } from 'kysely'
import { ddl } from './ddl.ts'
import { createTrigger } from './triggers.ts'

/** Tallies maintained by triggers, which replace counting all rows for each page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, TABLES)
  await tallyTasks(db)
  await tallyMessages(db)
  await tallyTime(db)
}

const TABLES = `
  create table task_tallies (
    agency_id text not null,
    project_id text not null,
    todo bigint not null default 0,
    in_progress bigint not null default 0,
    review bigint not null default 0,
    done bigint not null default 0,
    primary key (agency_id, project_id),
    foreign key (agency_id, project_id) references projects (agency_id, id) on delete cascade
  );
  create table message_tallies (
    agency_id text not null,
    project_id text not null,
    sender_id text not null,
    messages bigint not null,
    oldest_at text,
    primary key (agency_id, project_id, sender_id),
    foreign key (agency_id, project_id) references projects (agency_id, id) on delete cascade
  );
  create table time_tallies (
    agency_id text not null,
    employee_id text not null,
    seconds bigint not null,
    primary key (agency_id, employee_id),
    foreign key (agency_id, employee_id) references employees (agency_id, id) on delete cascade
  );
  create index projects_archived on projects (agency_id, id) where archived_at is not null;
  drop index message_marks_user;
  create index message_marks_user on message_marks (user_id, agency_id, project_id, last_position)
`

const STATUSES = ['todo', 'in_progress', 'review', 'done']

/** One row per project, so that changing a task's status updates only one more row. */
async function tallyTasks(db: Kysely<unknown>): Promise<void> {
  const of = (row: string, status: string) => `case when ${row}.status = '${status}' then 1 else 0 end`
  const columns = STATUSES.join(', ')
  const add = `
    insert into task_tallies (agency_id, project_id, ${columns})
    values (new.agency_id, new.project_id, ${STATUSES.map((status) => of('new', status)).join(', ')})
    on conflict (agency_id, project_id) do update set
      ${STATUSES.map((status) => `${status} = task_tallies.${status} + excluded.${status}`).join(', ')};`
  const take = `
    update task_tallies set ${STATUSES.map((status) => `${status} = ${status} - ${of('old', status)}`).join(', ')}
    where agency_id = old.agency_id and project_id = old.project_id;`
  const change = `
    update task_tallies set
      ${STATUSES.map((status) => `${status} = ${status} - ${of('old', status)} + ${of('new', status)}`).join(', ')}
    where agency_id = new.agency_id and project_id = new.project_id;`
  const table = 'tasks'
  await createTrigger(db, { name: 'tasks_tally_added', table, event: 'insert', body: add })
  await createTrigger(db, { name: 'tasks_tally_removed', table, event: 'delete', body: take })
  await createTrigger(db, {
    name: 'tasks_tally_changed',
    table,
    event: 'update of status',
    when: 'old.status <> new.status and old.project_id = new.project_id',
    body: change,
  })
  await createTrigger(db, {
    name: 'tasks_tally_moved',
    table,
    event: 'update of project_id',
    when: 'old.project_id <> new.project_id',
    body: `${take} ${add}`,
  })
  const count = (status: string) => `sum(case when status = '${status}' then 1 else 0 end)`
  await sql
    .raw(
      `insert into task_tallies (agency_id, project_id, ${columns})
       select agency_id, project_id, ${STATUSES.map(count).join(', ')} from tasks group by agency_id, project_id`,
    )
    .execute(db)
}

/**
 * Message counts by author and conversation, and the time of the first message: what is unread for people who
 * never opened it.
 */
async function tallyMessages(db: Kysely<unknown>): Promise<void> {
  const add = `
    insert into message_tallies (agency_id, project_id, sender_id, messages, oldest_at)
    values (new.agency_id, new.project_id, new.sender_id, 1, new.created_at)
    on conflict (agency_id, project_id, sender_id) do update set
      messages = message_tallies.messages + 1,
      oldest_at = case when message_tallies.oldest_at < excluded.oldest_at
        then message_tallies.oldest_at else excluded.oldest_at end;`
  const take = `
    update message_tallies set
      messages = messages - 1,
      oldest_at = case when oldest_at < old.created_at then oldest_at else (
        select messages.created_at from messages
        where messages.agency_id = old.agency_id and messages.project_id = old.project_id
          and messages.sender_id = old.sender_id and messages.deleted_at is null
        order by messages.position limit 1
      ) end
    where agency_id = old.agency_id and project_id = old.project_id and sender_id = old.sender_id;`
  const table = 'messages'
  await createTrigger(db, {
    name: 'messages_tally_added',
    table,
    event: 'insert',
    when: 'new.deleted_at is null',
    body: add,
  })
  await createTrigger(db, {
    name: 'messages_tally_removed',
    table,
    event: 'delete',
    when: 'old.deleted_at is null',
    body: take,
  })
  await createTrigger(db, {
    name: 'messages_tally_erased',
    table,
    event: 'update of deleted_at',
    when: 'old.deleted_at is null and new.deleted_at is not null',
    body: take,
  })
  await sql`
    insert into message_tallies (agency_id, project_id, sender_id, messages, oldest_at)
    select agency_id, project_id, sender_id, count(*), min(created_at) from messages
    where deleted_at is null group by agency_id, project_id, sender_id
  `.execute(db)
}

/** Each contributor's total logged time; running entries have no duration yet. */
async function tallyTime(db: Kysely<unknown>): Promise<void> {
  const add = `
    insert into time_tallies (agency_id, employee_id, seconds)
    values (new.agency_id, new.employee_id, new.duration_seconds)
    on conflict (agency_id, employee_id) do update set seconds = time_tallies.seconds + excluded.seconds;`
  const take = `
    update time_tallies set seconds = seconds - old.duration_seconds
    where agency_id = old.agency_id and employee_id = old.employee_id;`
  const counted = (row: string) => `${row}.employee_id is not null and ${row}.agency_id is not null`
  const table = 'time_entries'
  await createTrigger(db, {
    name: 'time_tally_added',
    table,
    event: 'insert',
    when: counted('new'),
    body: add,
  })
  await createTrigger(db, {
    name: 'time_tally_removed',
    table,
    event: 'delete',
    when: counted('old'),
    body: take,
  })
  const event = 'update of duration_seconds, agency_id, employee_id'
  await createTrigger(db, { name: 'time_tally_left', table, event, when: counted('old'), body: take })
  await createTrigger(db, { name: 'time_tally_joined', table, event, when: counted('new'), body: add })
  await sql`
    insert into time_tallies (agency_id, employee_id, seconds)
    select agency_id, employee_id, sum(duration_seconds) from time_entries
    where agency_id is not null and employee_id is not null group by agency_id, employee_id
  `.execute(db)
}
