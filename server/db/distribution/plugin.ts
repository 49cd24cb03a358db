import {
  BinaryOperationNode,
  ColumnNode,
  type ColumnUpdateNode,
  type InsertQueryNode,
  type KyselyPlugin,
  OnConflictNode,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  PrimitiveValueListNode,
  type QueryId,
  ReferenceNode,
  type UnknownRow,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'
import { DISTRIBUTED_TABLES, NO_AGENCY } from './tables.ts'

const DISTRIBUTED: ReadonlySet<string> = new Set(DISTRIBUTED_TABLES)
const COLUMN = 'agency_id'

/**
 * Lets queries speak of a row without an agency as `agency_id is null` on a database distributed by agency,
 * where no key may be empty, and of keys by their own columns, which have the agency added there.
 */
export class ByAgency implements KyselyPlugin {
  /** Whether the database is distributed; until this is known, nothing is changed. */
  active = false
  readonly #transformer = new Transformer()

  transformQuery({ node, queryId }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    return this.active ? this.#transformer.transformNode(node, queryId) : node
  }

  async transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    return this.active ? { ...result, rows: result.rows.map(withoutStandIn) } : result
  }
}

function withoutStandIn(row: UnknownRow): UnknownRow {
  if (row === null || typeof row !== 'object') return row
  for (const [name, value] of Object.entries(row)) if (value === NO_AGENCY) row[name] = null
  return row
}

const isAgency = (node: OperationNode): boolean =>
  ColumnNode.is(node)
    ? node.column.name === COLUMN
    : ReferenceNode.is(node) && ColumnNode.is(node.column) && node.column.column.name === COLUMN

const isNull = (node: OperationNode): boolean => ValueNode.is(node) && node.value === null

class Transformer extends OperationNodeTransformer {
  protected override transformBinaryOperation(plain: BinaryOperationNode, id: QueryId): BinaryOperationNode {
    const node = super.transformBinaryOperation(plain, id)
    if (!isAgency(node.leftOperand) || !isNull(node.rightOperand) || !OperatorNode.is(node.operator)) {
      return node
    }
    const operator = node.operator.operator === 'is' ? '=' : '!='
    return BinaryOperationNode.create(
      node.leftOperand,
      OperatorNode.create(operator),
      ValueNode.create(NO_AGENCY),
    )
  }

  protected override transformColumnUpdate(plain: ColumnUpdateNode, id: QueryId): ColumnUpdateNode {
    const node = super.transformColumnUpdate(plain, id)
    return isAgency(node.column) && isNull(node.value)
      ? { ...node, value: ValueNode.create(NO_AGENCY) }
      : node
  }

  protected override transformInsertQuery(plain: InsertQueryNode, id: QueryId): InsertQueryNode {
    const node = super.transformInsertQuery(plain, id)
    const { into, columns, values, onConflict } = node
    const isKeyed = into !== undefined && DISTRIBUTED.has(into.table.identifier.name)
    const place = columns?.findIndex(isAgency) ?? -1
    const narrow = isKeyed && onConflict?.columns && !onConflict.columns.some(isAgency)
    return {
      ...node,
      ...(place >= 0 && values && ValuesNode.is(values) && { values: withStandIn(values, place) }),
      ...(narrow && {
        onConflict: OnConflictNode.cloneWith(onConflict, {
          columns: [ColumnNode.create(COLUMN), ...(onConflict.columns ?? [])],
        }),
      }),
    }
  }
}

const withStandIn = ({ values }: ValuesNode, place: number): ValuesNode =>
  ValuesNode.create(
    values.map((row) =>
      PrimitiveValueListNode.is(row)
        ? PrimitiveValueListNode.create(row.values.with(place, row.values[place] ?? NO_AGENCY))
        : ValueListNode.create(
            row.values.map((value, at) =>
              at === place && isNull(value) ? ValueNode.create(NO_AGENCY) : value,
            ),
          ),
    ),
  )
