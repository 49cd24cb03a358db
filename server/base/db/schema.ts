import type { Kysely, Transaction } from 'kysely'

/** Tables whose rows belong to an agency or a person. Each domain adds its own with `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled elsewhere
export interface TenantSchema {}

/** Tables of the platform and of sign-in, added in the same way. */
// biome-ignore lint/suspicious/noEmptyInterface: filled elsewhere
export interface SharedSchema {}

/** All tables. */
export interface Schema extends TenantSchema, SharedSchema {}

/** The database or a transaction; queries and commands accept either. */
export type Db = Kysely<Schema>
export type Trx = Transaction<Schema>
