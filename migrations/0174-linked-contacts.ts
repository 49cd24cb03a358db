import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/**
 * Links each contact to the account that its client has under its email: without a contact, an account sees all of
 * its client's projects and bills.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `update client_contacts
     set user_id = (
       select min(profiles.user_id) from profiles
       where profiles.agency_id = client_contacts.agency_id and profiles.client_id = client_contacts.client_id
         and lower(profiles.email) = lower(client_contacts.email)
         and not exists (select 1 from client_contacts linked where linked.user_id = profiles.user_id)
     )
     where user_id is null and id = (
       select min(same.id) from client_contacts same
       where same.agency_id = client_contacts.agency_id and same.client_id = client_contacts.client_id
         and same.user_id is null and lower(same.email) = lower(client_contacts.email)
     )`,
  )
