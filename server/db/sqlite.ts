import { mkdirSync, statSync } from 'node:fs'
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
import { DATABASE_GONE } from './storage-failure.ts'

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

  /** Whoever listens to queries replaces this method: what comes again must not pass it twice. */
  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#inTurn(query)
  }

  #inTurn<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#turnBegan === null) {
      this.#turnBegan = performance.now()
      setImmediate(() => {
        this.#turnBegan = null
      })
    } else if (performance.now() - this.#turnBegan > LONGEST_TURN_MS) {
      return new Promise((resolve) => setImmediate(resolve)).then(() => this.#inTurn(query))
    }
    return this.#connection.executeQuery(query)
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery(query, chunkSize)
  }
}

interface File {
  readonly inTransaction: boolean
  close(): void
  prepare(sql: string): Statement
}

/** `begin` would take the write lock only at the first write, where it can fail; `immediate` waits for it. */
class ImmediateDriver extends SqliteDriver {
  readonly #file: File
  #connection: DatabaseConnection | undefined

  constructor(file: File) {
    super({ database: async () => file })
    this.#file = file
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= new TurnTakingConnection(await super.acquireConnection())
    return this.#connection
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** A full or failing disk has rolled back already; complaining of that would hide what went wrong. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#file.inTransaction) await super.rollbackTransaction(connection)
  }
}

class ProductSqliteDialect extends SqliteDialect {
  readonly #file: File

  constructor(file: File) {
    super({ database: file })
    this.#file = file
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#file)
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter()
  }
}

/** In negative kibibytes, as SQLite takes it. */
export const CACHE_SIZE = -32_000
const MAX_CACHED_STATEMENTS = 500

/** Opens the file (`:memory:` works too) with the settings no acknowledged write is lost under. */
export function openSqliteFile(path: string): BetterSqlite.Database {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const file = new BetterSqlite(path)
  file.pragma('journal_mode = WAL')
  file.pragma('synchronous = FULL')
  file.pragma('foreign_keys = ON')
  file.pragma('busy_timeout = 5000')
  file.pragma(`cache_size = ${CACHE_SIZE}`)
  return file
}

export function sqliteDialect(file: BetterSqlite.Database): SqliteDialect {
  const statements = new Map<string, Statement>()
  const requireInPlace = watchPlace(file)
  return new ProductSqliteDialect({
    get inTransaction() {
      return file.inTransaction
    },
    close: () => file.close(),
    prepare(sql) {
      let statement = statements.get(sql)
      if (statement === undefined) {
        if (statements.size >= MAX_CACHED_STATEMENTS) statements.clear()
        statement = file.prepare(sql)
        statements.set(sql, statement)
      }
      if (!statement.readonly) requireInPlace()
      return statement
    },
  })
}

/** Throws once the file is deleted or another one has its name: what is written then, no later start finds. */
function watchPlace(file: BetterSqlite.Database): () => void {
  if (file.memory) return () => {}
  const opened = statSync(file.name, { bigint: true })
  return () => {
    const now = statSync(file.name, { bigint: true, throwIfNoEntry: false })
    if (now?.ino === opened.ino && now.dev === opened.dev) return
    throw Object.assign(
      new Error(`The database file ${file.name} was deleted or replaced while the server runs.`),
      { code: DATABASE_GONE },
    )
  }
}
