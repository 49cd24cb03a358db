import type { Schema } from './schema.ts'

export type TableName = keyof Schema
type Column<Table extends TableName> = keyof Schema[Table] & string

/** A condition on rows, for few and simple cases. */
type Where<Table extends TableName> = readonly [
  Column<Table>,
  '=' | '!=' | 'is' | 'is not',
  string | number | null,
]

/**
 * Who a table's rows belong to: an agency by `agency_id` or another column, a person, an agency or (without
 * one) a person, the row they refer to, or the platform.
 */
type Belonging<Table extends TableName> =
  | 'agency'
  | 'platform'
  | { agency: Column<Table> }
  | { person: Column<Table> }
  | { agencyOrPerson: Column<Table> }
  | { row: Column<Table>; of: TableName; key?: string }

/**
 * Rows that only concern one person, identified by the account's id in all of the columns or by its email.
 */
type Own<Table extends TableName> =
  | Column<Table>
  | { person: Column<Table> | readonly Column<Table>[]; where?: Where<Table> }
  | { email: Column<Table>; where?: Where<Table> }

/** The replacement for a person's name or address; a function receives the account's id. */
type Replacement = string | null | ((userId: string) => string)

/**
 * A column that identifies a person, and what happens to it when they delete their account: deleted with its
 * `row`, `kept` for a reason, or replaced where `of` has the account's id and/or the column has their name or
 * email (`by`). `mentions` replaces them within a text: in the account's rows, in those `about` the person's record or
 * weeks, or wherever the address occurs.
 */
type Personal<Table extends TableName> =
  | 'row'
  | { kept: string }
  | { of?: Column<Table>; by?: 'name' | 'email'; where?: Where<Table>; becomes: Replacement }
  | { of?: Column<Table>; about?: Column<Table>; mentions: true }

/** The classes of columns, besides `personal`, which also defines what happens to the column. */
export const COLUMN_CLASSES = ['key', 'content', 'money', 'secret', 'system'] as const
type PlainClass = (typeof COLUMN_CLASSES)[number]
export type ColumnClass = PlainClass | 'personal'

/** What other code needs to know about a table. */
export type TableCard<Table extends TableName> = {
  /**
   * Columns by class: ids and references, user content, amounts, secrets that are never exported, and
   * internal data.
   */
  readonly [Class in PlainClass]?: readonly Column<Table>[]
} & {
  personal?: { readonly [Name in Column<Table>]?: Personal<Table> | readonly Personal<Table>[] }
  of: Belonging<Table>
  own?: Own<Table>
  /** Why its rows aren't moved with their agency. */
  stays?: string
  /** Filled from other tables by triggers or jobs. */
  derived?: true
  /** Why its rows aren't deleted with their agency. */
  kept?: string
  /** Columns referring to rows that then aren't deleted when their import is undone. */
  uses?: { readonly [Name in Column<Table>]?: TableName }
  /** The column with the file's storage key. */
  file?: Column<Table>
  /** What a person's export of their own data shows of the rows that have their id. */
  ownData?: {
    as: string
    by: Column<Table>
    columns: readonly Column<Table>[]
    where?: Where<Table>
    /** There is at most one row, which is shown on its own. */
    one?: true
  }
}

export type TableCards = { readonly [Table in TableName]?: TableCard<Table> }
export type AllTableCards = Required<TableCards>

/** A card for a table that isn't known at compile time. */
export interface AnyTableCard extends Partial<Readonly<Record<PlainClass, readonly string[]>>> {
  personal?: Readonly<Record<string, AnyPersonal | readonly AnyPersonal[]>>
  of:
    | 'agency'
    | 'platform'
    | { agency: string }
    | { person: string }
    | { agencyOrPerson: string }
    | { row: string; of: string; key?: string }
  own?:
    | string
    | { person: string | readonly string[]; where?: AnyWhere }
    | { email: string; where?: AnyWhere }
  stays?: string
  derived?: true
  kept?: string
  uses?: Readonly<Record<string, string>>
  file?: string
  ownData?: { as: string; by: string; columns: readonly string[]; where?: AnyWhere; one?: true }
}

export type AnyWhere = readonly [
  column: string,
  operator: '=' | '!=' | 'is' | 'is not',
  value: string | number | null,
]
export type AnyPersonal =
  | 'row'
  | { kept: string }
  | { of?: string; by?: 'name' | 'email'; where?: AnyWhere; becomes: Replacement }
  | { of?: string; about?: string; mentions: true }

/** The cards by table, in no particular order. */
export const listCards = (cards: AllTableCards): [table: TableName, card: AnyTableCard][] =>
  Object.entries(cards) as unknown as [TableName, AnyTableCard][]

/** The card's columns with their classes; a column listed twice occurs twice. */
export const classesOf = (card: AnyTableCard): [column: string, ColumnClass][] => [
  ...COLUMN_CLASSES.flatMap((name) =>
    (card[name] ?? []).map((column): [string, ColumnClass] => [column, name]),
  ),
  ...Object.keys(card.personal ?? {}).map((column): [string, ColumnClass] => [column, 'personal']),
]

export const DELETED_USER = 'Deleted user'
export const deletedAddress = (userId: string): string => `deleted-${userId}@deleted.invalid`

/** Reasons for keeping data that identifies a person. */
export const RECORD = 'the agency keeps its own record of its people and clients'
export const APPEND_ONLY = 'the audit log is append-only'
