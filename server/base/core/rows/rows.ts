import {
  type DeleteQueryBuilder,
  type DeleteResult,
  type ExpressionBuilder,
  expressionBuilder,
  type InsertQueryBuilder,
  type InsertResult,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import type { Db, Schema } from '../../db/schema.ts'
import type { TenantTable } from '../../db/tenants.ts'
import type { Ctx } from '../context.ts'
import type { Condition, Row, Rule } from './visibility.ts'

type Named<Table extends TenantTable> = Table | `${Table} as ${string}`
type TableOf<Name> = Name extends `${infer Table} as ${string}` ? Table & TenantTable : Name & TenantTable
type AliasOf<Name> = Name extends `${string} as ${infer Alias}` ? Alias : Name & string
type WithAlias<Name> = Schema & { [Alias in AliasOf<Name>]: Schema[TableOf<Name>] }

/** Whether the rows of a table are limited to those that a context may see. */
export const isTenantTable = ({ services }: Ctx, table: string): table is TenantTable =>
  Object.hasOwn(services.visibility, table)

/** Selects the rows of a tenant table that the context may see: the only way to read them. */
export function selectFrom<Name extends Named<TenantTable>>(
  ctx: Ctx,
  name: Name,
): SelectQueryBuilder<WithAlias<Name>, AliasOf<Name>, object> {
  const query = everyTable(ctx).selectFrom(name as 'tasks') as unknown as SelectQueryBuilder<
    Schema,
    'tasks',
    object
  >
  const condition = visible(ctx, name)
  return (condition === null ? query : query.where(condition)) as unknown as SelectQueryBuilder<
    WithAlias<Name>,
    AliasOf<Name>,
    object
  >
}

/** Inserts into a tenant table; the row includes its agency, verified by its branded type. */
export const insertInto = <Table extends TenantTable>(
  ctx: Ctx,
  table: Table,
): InsertQueryBuilder<Schema, Table, InsertResult> =>
  everyTable(ctx).insertInto(table) as unknown as InsertQueryBuilder<Schema, Table, InsertResult>

/** Updates rows of a tenant table, limited to those the context may see. */
export function updateTable<Table extends TenantTable>(
  ctx: Ctx,
  table: Table,
): UpdateQueryBuilder<Schema, Table, Table, UpdateResult> {
  const query = everyTable(ctx).updateTable(table as 'tasks')
  const condition = visible(ctx, table)
  return (condition === null ? query : query.where(condition)) as unknown as UpdateQueryBuilder<
    Schema,
    Table,
    Table,
    UpdateResult
  >
}

/** Deletes rows of a tenant table, limited to those the context may see. */
export function deleteFrom<Table extends TenantTable>(
  ctx: Ctx,
  table: Table,
): DeleteQueryBuilder<Schema, Table, DeleteResult> {
  const query = everyTable(ctx).deleteFrom(table as 'tasks')
  const condition = visible(ctx, table)
  return (condition === null ? query : query.where(condition)) as unknown as DeleteQueryBuilder<
    Schema,
    Table,
    DeleteResult
  >
}

/**
 * The database with every table and without restriction. Only files listed in the structure check, each with
 * a reason, may use it.
 */
export const unscoped = (ctx: Ctx): Db => everyTable(ctx)

const everyTable = (ctx: Ctx): Db => ctx.db as unknown as Db

/** The condition declared for this reach; null if all rows are visible. */
function visible(ctx: Ctx, name: string): Condition | null {
  const { reach, services } = ctx
  if (reach.kind === 'system') return null
  const [table, alias = table] = name.split(' as ') as [TenantTable, string?]
  const rule = services.visibility[table][reach.kind] as Rule<TenantTable> | undefined
  if (rule === undefined) return reach.kind === 'platform' ? null : nothing
  return rule(rowOf(ctx, alias), reach)
}

const nothing = sql<SqlBool>`1 = 0`

function rowOf(ctx: Ctx, alias: string): Row<TenantTable> {
  type AnySchema = Record<string, Record<string, unknown>>
  const eb = expressionBuilder() as unknown as ExpressionBuilder<AnySchema, string>
  const ref = (column: string) => eb.ref(`${alias}.${column}`)
  return {
    is: (column, value) => eb(ref(column), '=', value),
    isNull: (column) => eb(ref(column), 'is', null),
    isNot: (column, value) => eb(ref(column), '!=', value),
    isOneOf: (column, values) => eb(ref(column), 'in', values),
    value: ref,
    isBefore: (column, value) => eb(ref(column), '<', value),
    partOf: (column, other, key = 'id' as never) => {
      const inner = `${other}_of_${alias}`
      const rows = selectFrom(
        ctx,
        `${other} as ${inner}` as Named<TenantTable>,
      ) as unknown as SelectQueryBuilder<AnySchema, string, object>
      return eb.exists(rows.select(`${inner}.${key}`).whereRef(`${inner}.${key}`, '=', ref(column)))
    },
    of: (column, other, key = 'id' as never, where) => {
      const inner = `${other}_of_${alias}`
      const rows = selectFrom(
        ctx,
        `${other} as ${inner}` as Named<TenantTable>,
      ) as unknown as SelectQueryBuilder<AnySchema, string, object>
      const narrowed = where === undefined ? rows : rows.where(where(rowOf(ctx, inner) as never) as Condition)
      return eb(ref(column), 'in', narrowed.select(`${inner}.${key}`) as never)
    },
    has: (column, other, key, where) => {
      const inner = `${other}_of_${alias}`
      const rows = everyTable(ctx).selectFrom(
        `${other} as ${inner}` as 'tasks',
      ) as unknown as SelectQueryBuilder<AnySchema, string, object>
      const narrowed = rows.where(where(rowOf(ctx, inner) as never))
      return eb(ref(column), 'in', narrowed.select(`${inner}.${key}`) as never)
    },
    all: (...conditions) => eb.and(conditions),
    any: (...conditions) => eb.or(conditions),
    none: () => nothing,
  }
}
