import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

const FORMAT = "check (e_invoice_format in ('none', 'factur_x', 'xrechnung', 'peppol'))"

/** As which e-invoice documents go out: an agency's own choice, and a client's where it differs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `alter table billing_profiles add column e_invoice_format text not null default 'none' ${FORMAT};
     alter table clients add column e_invoice_format text ${FORMAT}`,
  )
}
