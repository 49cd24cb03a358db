import type { AlertKind } from '#shared/platform.ts'

export interface JobTables {
  job_runs: JobRunTable
  backups: BackupTable
  alerts: AlertTable
}

/** What the platform's administrators were warned of, as long as it lasts. */
interface AlertTable {
  kind: AlertKind
  details: string
  began_at: string
  /** When they last heard of it. */
  told_at: string
}

/** One row a run; the key is the job and its planned instant, so that of many processes one runs it. */
interface JobRunTable {
  run_key: string
  job: string
  status: 'running' | 'done' | 'failed'
  started_at: string
  /** Put off while the process that runs it lives. */
  alive_until: string | null
  finished_at: string | null
  error: string | null
}

/** One row for each backup that ended, well or not. */
interface BackupTable {
  id: string
  destination: 'disk' | 's3'
  /** Of the archive in the folder or the bucket. */
  name: string
  started_at: string
  finished_at: string
  /** Null for one that failed. */
  bytes: number | null
  error: string | null
}
