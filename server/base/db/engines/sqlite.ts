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
import { foldText } from '#shared/base/text/fold.ts'
import { explain, READ_OLDEST, SchemaWatch, schemaNewer } from './schema-watch.ts'
import { DATABASE_GONE } from './storage-failure.ts'
import { indexedWords } from './words.ts'

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

const LONGEST_TURN_MS = 25

/**
 * Statements run synchronously and their promises resolve immediately, so a long series would block the event
 * loop. After a while, the next statement yields to it first.
 */
class TurnTakingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  readonly #schema: SchemaWatch
  readonly #path: string
  #turnBegan: number | null = null

  constructor(connection: DatabaseConnection, schema: SchemaWatch, path: string) {
    this.#connection = connection
    this.#schema = schema
    this.#path = path
  }

  /** Query logging replaces this method, so a delayed query must not pass through it a second time. */
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
    return this.#connection.executeQuery<Row>(query).catch(async (error: unknown) => {
      throw await explain(withPath(error, this.#path), this.#schema, this.#schema.readOldest)
    })
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery(query, chunkSize)
  }
}

/** SQLite's errors don't say which file is full or locked. */
export const withPath = (error: unknown, path: string): unknown =>
  error instanceof BetterSqlite.SqliteError ? Object.assign(error, { path }) : error

interface File {
  readonly name: string
  readonly inTransaction: boolean
  close(): void
  prepare(sql: string): Statement
}

/** A plain `begin` takes the write lock at the first write, where it can fail; `immediate` waits for it. */
class ImmediateDriver extends SqliteDriver {
  readonly #file: File
  readonly #schema: SchemaWatch
  #connection: DatabaseConnection | undefined

  constructor(file: File, schema: SchemaWatch) {
    super({ database: async () => file })
    this.#file = file
    this.#schema = schema
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= new TurnTakingConnection(
      await super.acquireConnection(),
      this.#schema,
      this.#file.name,
    )
    return this.#connection
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** SQLite has already rolled back after a full or failing disk; an error here would hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#file.inTransaction) await super.rollbackTransaction(connection)
  }
}

class ProductSqliteDialect extends SqliteDialect {
  readonly #file: File
  readonly #schema: SchemaWatch

  constructor(file: File, schema: SchemaWatch) {
    super({ database: file })
    this.#file = file
    this.#schema = schema
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#file, this.#schema)
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter()
  }
}

/** In negative kibibytes, as SQLite expects. */
export const CACHE_SIZE = -32_000
/** In bytes. An upgrade, which is one transaction, can leave a far larger one. */
const WAL_LIMIT = 64 * 1024 * 1024
const MAX_CACHED_STATEMENTS = 500

function openFile(path: string): BetterSqlite.Database {
  try {
    const file = new BetterSqlite(path)
    file.pragma('journal_mode = WAL')
    file.pragma('synchronous = FULL')
    file.pragma('foreign_keys = ON')
    file.pragma('busy_timeout = 5000')
    // Otherwise deleted texts stay in the file until something else is stored in their place; no slower when measured.
    file.pragma('secure_delete = ON')
    file.pragma(`cache_size = ${CACHE_SIZE}`)
    file.pragma(`journal_size_limit = ${WAL_LIMIT}`)
    return file
  } catch (error) {
    throw withPath(error, path)
  }
}

/** Opens the file (or `:memory:`) with settings under which no committed write is lost. */
export function openSqliteFile(path: string): BetterSqlite.Database {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const file = openFile(path)
  // Triggers and indexes call them, so that no write can bypass them.
  for (const [name, convert] of [
    ['fold_text', foldText],
    ['indexed_words', indexedWords],
  ] as const) {
    file.function(name, { deterministic: true }, (text) => (typeof text === 'string' ? convert(text) : text))
  }
  return file
}

export function sqliteDialect(file: BetterSqlite.Database, schema = watchSqlite(file)): SqliteDialect {
  const statements = new Map<string, Statement>()
  const requireInPlace = guardFile(file)
  const requireOwnSchema = askOnSqlite(file, schema)
  const connection: File = {
    name: file.name,
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
      if (!statement.readonly || sql === COMMIT) requireInPlace(sql === COMMIT)
      if (!statement.readonly) requireOwnSchema()
      return statement
    },
  }
  return new ProductSqliteDialect(connection, schema)
}

export function watchSqlite(file: BetterSqlite.Database): SchemaWatch {
  let statement: Statement | null = null
  return new SchemaWatch(() => {
    statement ??= file.prepare(READ_OLDEST).pluck()
    return String(statement.get())
  })
}

/** Throws if a newer program has changed the schema; a transaction checks once, at its first write. */
function askOnSqlite(file: BetterSqlite.Database, schema: SchemaWatch): () => void {
  let isChecked = false
  return () => {
    if (!schema.watching || (isChecked && file.inTransaction)) return
    // While `begin` itself is checked, others can still write.
    isChecked = file.inTransaction
    schema.notice(schema.readOldest() as string)
    if (schema.outdated) throw schemaNewer()
  }
}

/** How Kysely's driver ends a transaction; SQLite treats it as a read-only statement. */
const COMMIT = 'commit'

/**
 * Throws once the file is deleted or replaced, since writes to it would be lost at the next start; a transaction
 * checks at its first write and before it commits.
 */
function guardFile(file: BetterSqlite.Database): (isCommit: boolean) => void {
  if (file.memory) return () => {}
  const opened = statSync(file.name, { bigint: true })
  let isChecked = false
  return (isCommit) => {
    if (isChecked && file.inTransaction && !isCommit) return
    isChecked = file.inTransaction && !isCommit
    const now = statSync(file.name, { bigint: true, throwIfNoEntry: false })
    if (now?.ino === opened.ino && now.dev === opened.dev) return
    throw Object.assign(
      new Error(`The database file ${file.name} was deleted or replaced while the server runs.`),
      { code: DATABASE_GONE },
    )
  }
}
