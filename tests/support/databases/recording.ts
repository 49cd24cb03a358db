import type { CompiledQuery } from 'kysely'
import type { Db } from '#server/base/db/schema.ts'

/** The same database, reporting every statement. */
export function recording(db: Db): { db: Db; statements: CompiledQuery[] } {
  const statements: CompiledQuery[] = []
  const recorded = db.withoutPlugins()
  const executor = recorded.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  executor.executeQuery = (query) => {
    statements.push(query)
    return execute(query)
  }
  return { db: recorded, statements }
}
