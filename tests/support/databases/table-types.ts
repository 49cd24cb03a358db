import { resolve } from 'node:path'
import { openTypes } from '#scripts/tools/type-program.ts'
import type { Db } from '#server/base/db/schema.ts'

/** A column in a form common to types and databases. */
export interface Column {
  kind: string
  nullable: boolean
  /** Whether an insert may omit it. */
  filledIn: boolean
}

/** Columns by table and name. */
export type Tables = Record<string, Record<string, Column>>

const SCHEMA_FILE = resolve(import.meta.dirname, '../../../server/base/db/schema.ts')

type Checker = ReturnType<ReturnType<typeof openTypes>['getTypeChecker']>
type Type = ReturnType<Checker['getNullType']>

/** The tables of `Schema`, parsed from its source. */
export function typedTables(): Tables {
  const program = openTypes(SCHEMA_FILE)
  const checker = program.getTypeChecker()
  const propertiesOf = (type: Type) =>
    type.getProperties().map((symbol): [string, Type] => [symbol.name, checker.getTypeOfSymbol(symbol)])
  const file = program.getSourceFile(SCHEMA_FILE)
  const module = file && checker.getSymbolAtLocation(file)
  const schema = module && checker.getExportsOfModule(module).find(({ name }) => name === 'Schema')
  if (schema === undefined) throw new Error(`${SCHEMA_FILE} exports no Schema.`)
  return Object.fromEntries(
    propertiesOf(checker.getDeclaredTypeOfSymbol(schema)).map(([table, row]) => [
      table,
      Object.fromEntries(propertiesOf(row).map(([column, type]) => [column, typedColumn(checker, type)])),
    ]),
  )
}

/** A plain type is the same for reads and writes; Kysely's `ColumnType` lists each operation's type. */
function typedColumn(checker: Checker, type: Type): Column {
  const part = (name: string) => {
    const symbol = type.getProperty(name)
    return symbol === undefined ? type : checker.getTypeOfSymbol(symbol)
  }
  const [selected, inserted, updated] = [part('__select__'), part('__insert__'), part('__update__')]
  const takes = (target: Type, given: Type) => checker.isTypeAssignableTo(given, target)
  const nullable = takes(selected, checker.getNullType())
  const kindOf = (one: Type) => {
    if (!nullable && takes(one, checker.getNullType())) return 'null in writes alone'
    const value = checker.getNonNullableType(one)
    if (takes(checker.getStringType(), value)) return 'text'
    return takes(checker.getNumberType(), value) ? 'integer' : checker.typeToString(one)
  }
  return {
    kind: [...new Set([selected, inserted, updated].map(kindOf))].join(' or '),
    nullable,
    filledIn: takes(inserted, checker.getUndefinedType()),
  }
}

/** Columns that exist in only one dialect and are used only by raw SQL: the two forms of the full-text index. */
const FULL_TEXT_TABLE = /^search_fts(_|$)/
const FULL_TEXT_COLUMN = /^search_entries\.(audience_)?words$/

const KINDS: Record<string, string> = {
  text: 'text',
  integer: 'integer',
  int8: 'integer',
  real: 'integer',
  float8: 'integer',
}

/** The database's tables, without those of the migrator. */
export async function databaseTables(db: Db): Promise<Tables> {
  const tables = await db.introspection.getTables()
  return Object.fromEntries(
    tables
      .filter(({ name }) => !FULL_TEXT_TABLE.test(name))
      .map((table) => [
        table.name,
        Object.fromEntries(
          table.columns
            .filter(({ name }) => !FULL_TEXT_COLUMN.test(`${table.name}.${name}`))
            .map((column): [string, Column] => [
              column.name,
              {
                kind: KINDS[column.dataType.toLowerCase()] ?? column.dataType,
                // SQLite reports the row id as nullable, which it never is.
                nullable: column.isNullable && !column.isAutoIncrementing,
                filledIn: column.hasDefaultValue || column.isAutoIncrementing,
              },
            ]),
        ),
      ]),
  )
}

/** One sentence for each difference between types and database. */
export function schemaProblems(typed: Tables, real: Tables): string[] {
  const tables = compareKeys(typed, real, 'table')
  const columns = Object.keys(typed)
    .filter((table) => table in real)
    .flatMap((table) => {
      const [types = {}, database = {}] = [typed[table], real[table]]
      return [
        ...compareKeys(types, database, 'column', `${table}.`),
        ...Object.entries(types).flatMap(([name, column]) =>
          columnProblems(column, database[name] ?? column).map((problem) => `${table}.${name} ${problem}`),
        ),
      ]
    })
  return [...tables, ...columns]
}

function compareKeys(typed: object, real: object, what: string, prefix = ''): string[] {
  return [
    ...Object.keys(typed)
      .filter((name) => !(name in real))
      .map((name) => `the database has no ${what} ${prefix}${name}`),
    ...Object.keys(real)
      .filter((name) => !(name in typed))
      .map((name) => `the types have no ${what} ${prefix}${name}`),
  ]
}

function columnProblems(typed: Column, real: Column): string[] {
  const problems: string[] = []
  if (typed.kind !== real.kind) problems.push(`is typed as ${typed.kind}, but is ${real.kind}`)
  if (typed.nullable !== real.nullable)
    problems.push(
      typed.nullable ? 'is typed as nullable, but is not null' : 'may be null, but is not typed so',
    )
  // The types may require a value the database would default; a nullable column defaults to null.
  if (typed.filledIn && !real.filledIn && !real.nullable)
    problems.push('may be left out of inserts by its type, but has no default')
  return problems
}
