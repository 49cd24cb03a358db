import { type Kysely, sql } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0071-owner-rates'

/** Owners' own rates; their time counts as approved without being submitted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `alter table profiles add column billing_rate bigint check (billing_rate >= 0);
     alter table profiles add column cost_rate bigint check (cost_rate >= 0);
     drop index time_entries_unbilled;
     create index time_entries_unbilled on time_entries (agency_id, timesheet_id, employee_id)
       where billable = 1 and invoice_id is null`,
  )
  await approveOwnersTime(db)
}

/** For databases with existing agencies. */
export async function approveOwnersTime(db: Kysely<unknown>): Promise<void> {
  // Existing owners set the rate in their settings, so it isn't added to their onboarding.
  await sql`
    update profiles
    set skipped_steps = case skipped_steps when '[]' then '["rate"]' else replace(skipped_steps, ']', ',"rate"]') end
    where role = 'agency_admin' and agency_id is not null
  `.execute(db)
  await sql`
    update timesheets
    set status = 'approved', reviewed_at = submitted_at, reviewed_by = user_id, version = version + 1
    where status = 'submitted'
      and exists (
        select 1 from profiles
        where profiles.user_id = timesheets.user_id and profiles.agency_id = timesheets.agency_id
          and profiles.role = 'agency_admin'
      )
      and not exists (
        select 1 from time_entries
        where time_entries.agency_id = timesheets.agency_id and time_entries.timesheet_id = timesheets.id
          and time_entries.employee_id is not null
      )
  `.execute(db)
}
