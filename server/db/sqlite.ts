import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import BetterSqlite, { type Statement } from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

const LONGEST_TURN_MS = 25

/**
 * Statements run on the main thread and their promises are settled at once, so that a long row of them
 * would keep the process from answering anybody. After a while the next one lets the event loop turn first.
 */
class TurnTakingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  #turnBegan: number | null = null

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#turnBegan === null) {
      this.#turnBegan = performance.now()
      setImmediate(() => {
        this.#turnBegan = null
      })
    } else if (performance.now() - this.#turnBegan > LONGEST_TURN_MS) {
      return new Promise((resolve) => setImmediate(resolve)).then(() => this.executeQuery(query))
    }
    return this.#connection.executeQuery(query)
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery(query, chunkSize)
  }
}

/** `begin` would take the write lock only at the first write, where it can fail; `immediate` waits for it. */
class ImmediateDriver extends SqliteDriver {
  #connection: DatabaseConnection | undefined

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= new TurnTakingConnection(await super.acquireConnection())
    return this.#connection
  }

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
