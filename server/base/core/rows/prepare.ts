import { type CompiledQuery, type Expression, expressionBuilder } from 'kysely'
import type { Ctx } from '../context.ts'
import type { Reach } from './visibility.ts'

/** Stands for a value in a compiled query; reads it when the query runs. */
class Placeholder<Params> {
  readonly read: (ctx: Ctx, params: Params) => unknown
  constructor(read: (ctx: Ctx, params: Params) => unknown) {
    this.read = read
  }
  /** A query built from this value's text, or by comparing it, would be wrong for any other value. */
  [Symbol.toPrimitive](): never {
    throw new Error('A prepared query depends on a value that is only known when it runs')
  }
}

/** The parameter of this name, as part of a query. It has no value yet, so nothing can branch on it. */
export type Param<Params> = <Name extends keyof Params>(name: Name) => Expression<Params[Name]>

/** The reach with placeholders for its values; `shapeOf` has what visibility branches on. */
const openReach = (reach: Reach): Reach => {
  const open = <Name extends keyof Reach>(name: Name) =>
    new Placeholder((ctx) => ctx.reach[name]) as unknown as Reach[Name]
  return {
    ...reach,
    agencyId: open('agencyId'),
    userId: open('userId'),
    clientId: open('clientId'),
    employeeId: open('employeeId'),
    invoiceId: open('invoiceId'),
  }
}

const shapeOf = ({ kind, seesProjects, seesBilling, seesPersonal }: Reach): string =>
  `${kind}:${seesProjects}:${seesBilling}:${seesPersonal}`

/** Compiles a query once per dialect and shape of reach, and runs it with different parameters. */
export function prepare<Params extends object, Row>(
  build: (ctx: Ctx, param: Param<Params>) => { compile(): CompiledQuery<Row> },
): (ctx: Ctx, params: Params) => Promise<Row[]> {
  const param: Param<Params> = (name) =>
    expressionBuilder().val(new Placeholder<Params>((_, params) => params[name]) as never)
  const compiledByAdapter = new WeakMap<object, Map<string, CompiledQuery<Row>>>()

  function compiledFor(ctx: Ctx): CompiledQuery<Row> {
    const adapter = ctx.db.getExecutor().adapter.constructor
    const byShape = compiledByAdapter.get(adapter) ?? new Map<string, CompiledQuery<Row>>()
    compiledByAdapter.set(adapter, byShape)
    const shape = shapeOf(ctx.reach)
    const compiled = byShape.get(shape) ?? build({ ...ctx, reach: openReach(ctx.reach) }, param).compile()
    byShape.set(shape, compiled)
    return compiled
  }

  return async (ctx, params) => {
    const compiled = compiledFor(ctx)
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? value.read(ctx, params) : value,
    )
    const { rows } = await ctx.db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}
