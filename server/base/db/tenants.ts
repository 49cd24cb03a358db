import type { Kysely, Transaction } from 'kysely'
import type { SharedSchema, TenantSchema } from './schema.ts'

/** A table accessed only through `core/rows/rows.ts`, which limits it to the rows that the context may see. */
export type TenantTable = keyof TenantSchema

/** What a context offers as `ctx.db`: all other tables. */
export type SharedDb = Kysely<SharedSchema>
export type SharedTrx = Transaction<SharedSchema>
