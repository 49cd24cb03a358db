import { domainToUnicode } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { ddl } from './ddl.ts'
import { changeIndexedTable } from './search-index.ts'

export const oldestProgram = '0113-advance-invoices'

/**
 * Unicode forms of clients' and contributors' addresses, for search; null if the address is only ASCII. Existing
 * addresses with such a domain get theirs here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `alter table clients add column unicode_email text;
     alter table employees add column unicode_email text;`,
  )
  const body = "coalesce(new.unicode_email, '')"
  await changeIndexedTable(db, {
    kind: 'client',
    table: 'clients',
    title: 'new.name',
    keywords: "coalesce(new.company || ' · ', '') || new.email",
    body,
    clientId: 'new.id',
    hiddenWhen: 'new.archived_at is not null',
    columns: 'name, company, email, unicode_email, archived_at',
  })
  await changeIndexedTable(db, {
    kind: 'employee',
    table: 'employees',
    title: 'new.name',
    keywords: "replace(new.role, '_', ' ') || ' · ' || new.email",
    body,
    hiddenWhen: 'new.deactivated_at is not null',
    columns: 'name, role, email, unicode_email, deactivated_at',
  })
  for (const table of ['clients', 'employees']) await fill(db, table)
}

async function fill(db: Kysely<unknown>, table: string): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select distinct email from ${sql.table(table)} where email like '%xn--%'`.execute(db)
  for (const { email } of rows) {
    const at = email.indexOf('@') + 1
    const domain = domainToUnicode(email.slice(at))
    if (domain === '' || email.endsWith(domain)) continue
    await sql`
      update ${sql.table(table)} set unicode_email = ${email.slice(0, at) + domain} where email = ${email}
    `.execute(db)
  }
}
