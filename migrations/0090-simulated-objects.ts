import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'
import { carryOver } from './simulated/carry-over.ts'

export const oldestProgram = '0090-simulated-objects'

/** One test provider, which stores its state as objects; those of the earlier one are carried over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `create table simulated_objects (
       kind text not null,
       id text not null,
       body text,
       made bigint not null,
       version bigint not null,
       primary key (kind, id)
     );
     create index simulated_objects_version on simulated_objects (version)`,
  )
  await carryOver(db)
  await ddl(
    db,
    `drop table test_bills;
     drop table test_subscriptions;
     drop table test_refunds;
     drop table test_intents;
     drop table test_setups;
     drop table test_methods`,
  )
}
