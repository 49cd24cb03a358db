import { sql } from 'kysely'

/** Sent and not settled, in the words of the index of such invoices, which no parameter would match. */
export const IS_OPEN = sql<boolean>`(invoices.kind = 'invoice' and invoices.status in ('sent', 'overdue'))`
