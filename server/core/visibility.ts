import type { Expression, SqlBool } from 'kysely'
import type { AgencyId } from '#shared/roles.ts'
import type { Schema } from '../db/schema.ts'
import type { TenantTable } from '../db/tenants.ts'

/** What may be seen and changed; minted in `core/reach.ts` alone. */
export interface Reach {
  /**
   * `system` is the portal itself and `platform` its administrator, who see across agencies; `agency` sees
   * everything of one, `contributor` and `client` their part of it, `link` what a link opens, and `alone`
   * only what is the person's own.
   */
  kind: 'system' | 'platform' | 'agency' | 'contributor' | 'client' | 'link' | 'alone'
  /** Null for the platform and for people who belong to no agency. */
  agencyId: AgencyId | null
  /** The person's own account, whose rows are theirs wherever they belong; null for the portal itself. */
  userId: string | null
  /** The client company a client belongs to. */
  clientId: string | null
  /** The contributor's row. */
  employeeId: string | null
  /** The one invoice a pay link opens. */
  invoiceId: string | null
  /** False for a contact of a client company who may not see its projects. */
  seesProjects: boolean
  /** False for a contact of a client company who may not see its bills. */
  seesBilling: boolean
  /** The agency is suspended: nothing of it is answered. */
  suspended: boolean
  /** IANA zone of the agency's books, documents and timesheets; the platform's for people without one. */
  booksZone: string
}

/** A table's row, as a rule of visibility speaks of it. */
export interface Row<Table extends TenantTable> {
  /** The column equals the value; where the value is null, nothing does. */
  is: (column: Column<Table>, value: string | number | null) => Condition
  isNot: (column: Column<Table>, value: string | number) => Condition
  isNull: (column: Column<Table>) => Condition
  isOneOf: (column: Column<Table>, values: readonly string[]) => Condition
  /** The row belongs to one of the other table that the same reach sees: looked up by its `id` for each row. */
  partOf: (column: Column<Table>, other: TenantTable) => Condition
  /**
   * The column names one of a few rows, such as a client's projects: those that the same reach sees of the
   * other table and the condition holds for. They are gathered first, so there must not be many.
   */
  of: <Other extends TenantTable>(
    column: Column<Table>,
    other: Other,
    key?: Column<Other>,
    where?: (row: Row<Other>) => Condition,
  ) => Condition
  /** As `of`, whatever the other table's own rule says: for rules that would refer to each other. */
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
type Column<Table extends TenantTable> = keyof Schema[Table] & string

/** Which rows somebody sees. It branches on nothing of the reach but its flags: each gives one SQL shape. */
export type Rule<Table extends TenantTable> = (row: Row<Table>, reach: Reach) => Condition

/** By kind of reach; who is not named sees nothing, and the platform's administrators see all. */
export type TableVisibility<Table extends TenantTable> = Partial<
  Record<Exclude<Reach['kind'], 'system'>, Rule<Table>>
>

export type Visibility = { readonly [Table in TenantTable]: TableVisibility<Table> }

interface Owned {
  is: (column: 'agency_id', value: string | null) => Condition
}
interface Personal {
  is: (column: 'user_id', value: string | null) => Condition
}
interface OfProject extends Owned {
  of: (column: 'project_id', other: 'projects') => Condition
}

/** The rows of the agency. */
export const own = (row: Owned, reach: Reach): Condition => row.is('agency_id', reach.agencyId)

/** The person's own rows, wherever they belong. */
export const mine = (row: Personal, reach: Reach): Condition => row.is('user_id', reach.userId)

/** The rows of the agency's projects that the same reach sees. */
export const ofProject = (row: OfProject & Pick<Row<'tasks'>, 'all'>, reach: Reach): Condition =>
  row.all(own(row, reach), row.of('project_id', 'projects'))

/** The rule for the owner and the contributors. */
export const team = <AnyRule>(rule: AnyRule) => ({ agency: rule, contributor: rule })

/** The rule for everybody who belongs to an agency. */
export const everyMember = <AnyRule>(rule: AnyRule) => ({ ...team(rule), client: rule })

/** The rule for everybody with an account. */
export const everyone = <AnyRule>(rule: AnyRule) => ({ ...everyMember(rule), alone: rule })

/** The rule for everybody, holders of a link included. */
export const everyReach = <AnyRule>(rule: AnyRule) => ({ ...everyone(rule), link: rule })
