import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

const FORMAT = "check (e_invoice_format in ('none', 'factur_x', 'xrechnung', 'peppol'))"

/** E-invoice formats of agencies, and of clients where they differ. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `alter table billing_profiles add column e_invoice_format text not null default 'none' ${FORMAT};
     alter table clients add column e_invoice_format text ${FORMAT}`,
  )
}
