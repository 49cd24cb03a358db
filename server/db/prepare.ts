import type { CompiledQuery } from 'kysely'
import type { Db } from './schema.ts'

class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * Compiles a query once per database and runs it with other parameters each time, typed as built.
 * The builder must not branch on its parameters or use them in lists of varying length.
 */
export function prepare<Params extends object, Row>(
  build: (db: Db, params: Params) => { compile(): CompiledQuery<Row> },
): (db: Db, params: Params) => Promise<Row[]> {
  const compiledByAdapter = new WeakMap<object, CompiledQuery<Row>>()
  const markers = new Proxy({}, { get: (_, name) => new Parameter(String(name)) }) as Params
  return async (db, params) => {
    const adapter = db.getExecutor().adapter.constructor
    let compiled = compiledByAdapter.get(adapter)
    if (compiled === undefined) {
      compiled = build(db, markers).compile()
      compiledByAdapter.set(adapter, compiled)
    }
    const values = params as Record<string, unknown>
    const parameters = compiled.parameters.map((value) =>
      value instanceof Parameter ? values[value.name] : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}
