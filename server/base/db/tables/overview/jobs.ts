import type { Generated } from 'kysely'
import type { AlertKind } from '#shared/overview/platform.ts'

declare module '../../schema.ts' {
  interface SharedSchema {
    job_runs: JobRunTable
    backups: BackupTable
    alerts: AlertTable
    schema_compatibility: SchemaCompatibilityTable
  }
}

/** A single row, maintained by the migrator. */
interface SchemaCompatibilityTable {
  id: 'schema'
  /** The newest migration of the oldest compatible program. */
  oldest_program: string
}

/** A problem that the platform's administrators were alerted to; deleted once it is resolved. */
interface AlertTable {
  kind: AlertKind
  details: string
  began_at: string
  /** When they were last notified. */
  told_at: string
}

/** One row per run. The key consists of the job and its scheduled time, so that only one process runs it. */
interface JobRunTable {
  run_key: string
  job: string
  status: 'running' | 'done' | 'failed'
  started_at: string
  /** Extended while the process running it is alive. */
  alive_until: string | null
  finished_at: string | null
  error: string | null
}

/** One row per backup requested or finished; one runs at a time. */
interface BackupTable {
  id: string
  destination: 'disk' | 's3'
  kind: Generated<'daily' | 'scheduled' | 'manual'>
  status: Generated<'queued' | 'running' | 'done' | 'failed' | 'interrupted'>
  /** The archive's name in the folder or bucket; empty if there is none. */
  name: string
  started_at: string
  /** Extended while the process making it is alive. */
  alive_until: Generated<string | null>
  finished_at: string | null
  /** The archive's size; null if there is none. */
  bytes: number | null
  /** Bytes of the database and files: done so far and in total. */
  bytes_done: Generated<number | null>
  bytes_total: Generated<number | null>
  error: string | null
  /** JSON: the first of the damaged or missing files. */
  damaged: Generated<string>
  damaged_count: Generated<number>
}
