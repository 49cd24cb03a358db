import type pg from 'pg'
import { SCHEMA_NEWER } from './storage-failure.ts'

/**
 * Monitors whether a newer program has changed the schema so that this one is no longer compatible. Inactive
 * until `watch` is called, so that migrations and scripts aren't affected.
 */
export class SchemaWatch {
  readonly readOldest: () => string | Promise<string>
  #isOutdated: ((oldestProgram: string) => boolean) | null = null
  #timer: NodeJS.Timeout | undefined
  /** Whether the schema requires a newer program. */
  outdated = false

  /** `readOldest` returns the oldest program version compatible with the schema. */
  constructor(readOldest: () => string | Promise<string>) {
    this.readOldest = readOldest
  }

  get watching(): boolean {
    return this.#isOutdated !== null
  }

  /** Checks every second from now on. */
  async watch(isOutdated: (oldestProgram: string) => boolean): Promise<void> {
    this.#isOutdated = isOutdated
    await this.look()
    // Connection failures are handled by the queries that need the database.
    this.#timer = setInterval(() => void this.look().catch(() => {}), LOOK_MS).unref()
  }

  async look(): Promise<void> {
    if (this.watching) this.notice(await this.readOldest())
  }

  /** Takes a value that a transaction has just read. */
  notice(oldestProgram: string): void {
    this.outdated = this.#isOutdated?.(oldestProgram) === true
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#isOutdated = null
  }
}

const LOOK_MS = 1000

/** The error for operations that this program can't safely do on the newer schema. */
export const schemaNewer = (cause?: unknown): Error =>
  Object.assign(new Error('The database was upgraded by a newer version of the program.', { cause }), {
    code: SCHEMA_NEWER,
  })

/** Missing tables or columns and violated constraints, as an older program causes on a newer schema. */
export const mayBeSchema = (error: unknown): boolean =>
  /^(42\w{3}|23\w{3}|SQLITE_ERROR|SQLITE_CONSTRAINT\w*)$/.test(
    String((error as { code?: unknown } | null)?.code),
  )

export const READ_OLDEST = 'select oldest_program from schema_compatibility'
const CHANGES = /^\s*(insert|update|delete|merge)\b/i

type Query = (...args: unknown[]) => unknown

/**
 * Makes each transaction read the schema's version in the same message as `begin`. The table stays locked for
 * reading, so that no incompatible migration can start meanwhile.
 */
export function askOnPostgres(client: pg.PoolClient, schema: SchemaWatch): void {
  const query = client.query.bind(client) as unknown as Query
  const beginChecked = async (text: string) => {
    try {
      const results = (await query(`${text}; ${READ_OLDEST}`)) as pg.QueryResult[]
      schema.notice(results[1]?.rows[0]?.oldest_program ?? '')
      if (!schema.outdated) return results[0]
    } catch (error) {
      await (query('rollback') as Promise<unknown>).catch(() => {})
      throw error
    }
    await query('rollback')
    throw schemaNewer()
  }
  const fail = async (error: unknown) => {
    throw await explain(error, schema, async () => {
      const { rows } = (await query(READ_OLDEST)) as pg.QueryResult
      return rows[0]?.oldest_program ?? ''
    })
  }
  const checkedQuery = (...args: unknown[]) => {
    const [text] = args
    if (!schema.watching || typeof text !== 'string') return query(...args)
    if (/^(begin|start transaction)\b/.test(text)) return beginChecked(text)
    if (schema.outdated && CHANGES.test(text)) return Promise.reject(schemaNewer())
    const answer = query(...args)
    return answer instanceof Promise ? answer.catch(fail) : answer
  }
  client.query = checkedQuery as typeof client.query
}

/** Returns the error, or a schema error if a repeated check shows the schema to be newer. */
export async function explain(
  error: unknown,
  schema: SchemaWatch,
  readOldest: () => string | Promise<string>,
): Promise<unknown> {
  if (!schema.watching || !mayBeSchema(error)) return error
  try {
    schema.notice(await readOldest())
  } catch {
    // Within a transaction, whose beginning checked the version.
  }
  return schema.outdated ? schemaNewer(error) : error
}
