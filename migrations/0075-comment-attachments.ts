import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0075-comment-attachments'

/** A task's files attached to its comments; like comments, they are internal to the team. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create table task_comment_attachments (
       agency_id text not null,
       comment_id text not null,
       file_id text not null,
       position bigint not null,
       primary key (agency_id, comment_id, file_id),
       foreign key (agency_id, comment_id) references task_comments (agency_id, id) on delete cascade,
       foreign key (agency_id, file_id) references files (agency_id, id) on delete cascade
     );
     create index task_comment_attachments_file on task_comment_attachments (agency_id, file_id)`,
  )
