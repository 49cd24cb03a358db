import type { CompiledQuery } from 'kysely'
import type { Ctx } from '../context.ts'
import type { Reach } from '../rows/visibility.ts'

class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const markers = (prefix = ''): object =>
  new Proxy({}, { get: (_, name) => new Parameter(`${prefix}${String(name)}`) })

const REACH_VALUES = ['agencyId', 'userId', 'clientId', 'employeeId', 'invoiceId'] as const

/**
 * The reach with placeholders for its values. What visibility branches on is kept, so that each variant is
 * compiled once.
 */
const openReach = (reach: Reach): Reach =>
  Object.assign(
    {},
    reach,
    Object.fromEntries(REACH_VALUES.map((name) => [name, new Parameter(`reach.${name}`)])),
  )

const shapeOf = ({ kind, seesProjects, seesBilling, seesPersonal }: Reach): string =>
  `${kind}:${seesProjects}:${seesBilling}:${seesPersonal}`

/**
 * Compiles a query once per dialect and kind of reach, and runs it with different parameters. The builder
 * must not branch on its parameters or use them in lists of varying length.
 */
export function prepare<Params extends object, Row>(
  build: (ctx: Ctx, params: Params) => { compile(): CompiledQuery<Row> },
): (ctx: Ctx, params: Params) => Promise<Row[]> {
  const compiledByAdapter = new WeakMap<object, Map<string, CompiledQuery<Row>>>()
  return async (ctx, params) => {
    const adapter = ctx.db.getExecutor().adapter.constructor
    const shapes = compiledByAdapter.get(adapter) ?? new Map<string, CompiledQuery<Row>>()
    compiledByAdapter.set(adapter, shapes)
    const shape = shapeOf(ctx.reach)
    const compiled =
      shapes.get(shape) ?? build({ ...ctx, reach: openReach(ctx.reach) }, markers() as Params).compile()
    shapes.set(shape, compiled)
    const values = params as Record<string, unknown>
    const parameters = compiled.parameters.map((value) => {
      if (!(value instanceof Parameter)) return value
      return value.name.startsWith('reach.')
        ? ctx.reach[value.name.slice(6) as keyof Reach]
        : values[value.name]
    })
    const { rows } = await ctx.db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}
