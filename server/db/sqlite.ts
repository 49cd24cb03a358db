import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import BetterSqlite, { type Statement } from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** `begin` would take the write lock only at the first write, where it can fail; `immediate` waits for it. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

class ProductSqliteDialect extends SqliteDialect {
  readonly #database: () => Promise<{ close(): void; prepare(sql: string): Statement }>

  constructor(database: { close(): void; prepare(sql: string): Statement }) {
    super({ database })
    this.#database = async () => database
  }

  override createDriver(): Driver {
    return new ImmediateDriver({ database: this.#database })
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter()
  }
}

const MAX_CACHED_STATEMENTS = 500

/** Opens the file (`:memory:` works too) with the settings no acknowledged write is lost under. */
export function openSqliteFile(path: string): BetterSqlite.Database {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const file = new BetterSqlite(path)
  file.pragma('journal_mode = WAL')
  file.pragma('synchronous = FULL')
  file.pragma('foreign_keys = ON')
  file.pragma('busy_timeout = 5000')
  file.pragma('cache_size = -32000')
  return file
}

export function sqliteDialect(file: BetterSqlite.Database): SqliteDialect {
  const statements = new Map<string, Statement>()
  return new ProductSqliteDialect({
    close: () => file.close(),
    prepare(sql) {
      let statement = statements.get(sql)
      if (statement === undefined) {
        if (statements.size >= MAX_CACHED_STATEMENTS) statements.clear()
        statement = file.prepare(sql)
        statements.set(sql, statement)
      }
      return statement
    },
  })
}
