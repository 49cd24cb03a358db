import type { Expression, SqlBool } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import type { Schema } from '../../db/schema.ts'
import type { TenantTable } from '../../db/tenants.ts'

/** What may be read and changed; only created in `core/reach.ts`. */
export interface Reach {
  /**
   * `system` is the portal itself and `platform` its administrator; both see all agencies. `agency` sees all
   * of one agency, `contributor` and `client` parts of it, `link` what the link opens, and `alone` only the
   * person's own rows.
   */
  kind: 'system' | 'platform' | 'agency' | 'contributor' | 'client' | 'link' | 'alone'
  /** Null for the platform and for people without an agency. */
  agencyId: AgencyId | null
  /** The person's account, which identifies their own rows in any agency; null for the portal itself. */
  userId: string | null
  /** The client company of a client. */
  clientId: string | null
  /** The contributor's row. */
  employeeId: string | null
  /** The only invoice that a pay link opens. */
  invoiceId: string | null
  /** False for contacts of a client without access to its projects. */
  seesProjects: boolean
  /** False for contacts of a client without access to its bills. */
  seesBilling: boolean
  /** False while the platform views an agency as its owner, whose personal rows stay hidden. */
  seesPersonal: boolean
  /** The agency is suspended: all of its rows are hidden. */
  suspended: boolean
  /**
   * IANA time zone of the agency's books, documents and timesheets; the platform's for people without an
   * agency.
   */
  booksZone: string
}

/** The row of a table in a visibility rule. */
export interface Row<Table extends TenantTable> {
  /** The column equals the value; false if the value is null. */
  is: (column: Column<Table>, value: string | number | null) => Condition
  isNot: (column: Column<Table>, value: string | number) => Condition
  isNull: (column: Column<Table>) => Condition
  isOneOf: (column: Column<Table>, values: readonly string[]) => Condition
  /** The column's value, to be compared with another row's. */
  value: (column: Column<Table>) => Value
  isBefore: (column: Column<Table>, value: Value) => Condition
  /** A visible row of the other table has the column's value as its key, by default `id`; looked up for each row. */
  partOf: <Other extends TenantTable>(column: Column<Table>, other: Other, key?: Column<Other>) => Condition
  /**
   * The column refers to one of the other table's visible rows that match the condition, such as a client's
   * projects. Their ids are collected first, so there must be few.
   */
  of: <Other extends TenantTable>(
    column: Column<Table>,
    other: Other,
    key?: Column<Other>,
    where?: (row: Row<Other>) => Condition,
  ) => Condition
  /** Like `of`, but ignoring the other table's own rule, for rules that would otherwise be circular. */
  has: <Other extends TenantTable>(
    column: Column<Table>,
    other: Other,
    key: Column<Other>,
    where: (row: Row<Other>) => Condition,
  ) => Condition
  all: (...conditions: Condition[]) => Condition
  any: (...conditions: Condition[]) => Condition
  none: () => Condition
}

export type Condition = Expression<SqlBool>
type Value = Expression<unknown>
type Column<Table extends TenantTable> = keyof Schema[Table] & string

/**
 * Which rows a reach can see. May only branch on flags of the reach, because each combination is compiled to
 * its own SQL.
 */
export type Rule<Table extends TenantTable> = (row: Row<Table>, reach: Reach) => Condition

/** By kind of reach; kinds not listed see nothing, and platform administrators see everything. */
export type TableVisibility<Table extends TenantTable> = Partial<
  Record<Exclude<Reach['kind'], 'system'>, Rule<Table>>
>

export type Visibility = { readonly [Table in TenantTable]: TableVisibility<Table> }

interface Owned {
  is: (column: 'agency_id', value: string | null) => Condition
}
interface Optional extends Owned {
  isNull: (column: 'agency_id') => Condition
  any: (...conditions: Condition[]) => Condition
}
interface Personal {
  is: (column: 'user_id', value: string | null) => Condition
  none: () => Condition
}
interface OfProject extends Owned {
  of: (column: 'project_id', other: 'projects') => Condition
}

/** The rows of the agency. */
export const own = (row: Owned, reach: Reach): Condition => row.is('agency_id', reach.agencyId)

/** The same, and rows without an agency; those of an agency that the person has left are excluded. */
export const ownOrNone = (row: Optional, reach: Reach): Condition =>
  row.any(row.isNull('agency_id'), own(row, reach))

/** The person's own rows, in any agency. */
export const mine = (row: Personal, reach: Reach): Condition =>
  reach.seesPersonal ? row.is('user_id', reach.userId) : row.none()

/** The rows of the agency's projects that the reach can see. */
export const ofProject = (row: OfProject & Pick<Row<'tasks'>, 'all'>, reach: Reach): Condition =>
  row.all(own(row, reach), row.of('project_id', 'projects'))

/** The rule for owner and contributors. */
export const team = <AnyRule>(rule: AnyRule) => ({ agency: rule, contributor: rule })

/** The rule for all members of an agency. */
export const everyMember = <AnyRule>(rule: AnyRule) => ({ ...team(rule), client: rule })

/** The rule for everyone with an account. */
export const everyone = <AnyRule>(rule: AnyRule) => ({ ...everyMember(rule), alone: rule })

/** The rule for everyone, including holders of a link. */
export const everyReach = <AnyRule>(rule: AnyRule) => ({ ...everyone(rule), link: rule })
