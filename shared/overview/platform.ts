import type { FileTrouble } from '../work/files.ts'

export interface PlatformSettingsDto {
  name: string
  /** The value of APP_NAME. */
  default_name: string
  logo: string | null
  registration: 'open' | 'invitation'
  enforce_plan_limits: boolean
  auto_backup: boolean
  version: number
  mail: {
    delivery: 'smtp' | 'folder'
    /** `host:port` of the mail server, or the folder emails are written to; never a password. */
    target: string
    from: string
    queued: number
    failed: number
  }
  /** Whether BACKUP_KEY is set. */
  backups_encrypted: boolean
}

export interface TestMailDto {
  delivered: boolean
  /** The mail server's response. */
  reply: string
}

export interface MailLogDto {
  id: string
  recipient: string
  subject: string
  status: 'queued' | 'sent' | 'failed'
  attempts: number
  last_error: string | null
  created_at: string
  sent_at: string | null
  next_attempt_at: string | null
}

export interface JobDto {
  name: string
  schedule: string
  /** Interrupted: its process ended while it was running. */
  last_run: {
    status: 'running' | 'done' | 'failed' | 'interrupted'
    started_at: string
    error: string | null
  } | null
  next_run: string | null
}

/** A stored file that is damaged or missing. */
export interface DamagedFileDto {
  id: string
  name: string
  /** Null if it doesn't belong to an agency. */
  agency_name: string | null
  state: FileTrouble
}

/** The maximum number of damaged files listed per backup. */
export const NAMED_FILES = 100

/** A requested backup and its state. */
export interface BackupRunDto {
  id: string
  destination: 'disk' | 's3'
  kind: 'daily' | 'scheduled' | 'manual'
  /** Interrupted: its process ended while it was running. */
  status: 'queued' | 'running' | 'done' | 'failed' | 'interrupted'
  /** The archive's name; empty if there is none. */
  name: string
  started_at: string
  finished_at: string | null
  /** The archive's size in bytes; null if there is none. */
  size: number | null
  /** From 0 to 1; null if unknown. */
  progress: number | null
  error: string | null
  /** The number of files damaged in the archive or missing from it; the first ones are listed. */
  damaged_count: number
  damaged: DamagedFileDto[]
}

export interface BackupDto {
  name: string
  /** Bytes. */
  size: number
  created_at: string
  encrypted: boolean
  kind: 'daily' | 'manual' | 'before-upgrade'
}

/** A backup at any destination. */
export interface LastBackupDto extends Omit<BackupDto, 'kind'> {
  kind: 'daily' | 'manual' | 'bucket'
}

/** Headings of the problems that administrators are warned of. */
export const ALERTS = {
  backup: 'Backups are missing',
  disk: 'The disk is almost full',
  outbox: 'Emails or webhooks are stuck',
  books: 'Discrepancies in the books',
  files: 'Files are damaged or missing',
  jobs: 'Jobs keep failing',
} as const
export type AlertKind = keyof typeof ALERTS

export interface AlertDto {
  kind: AlertKind
  details: string
  began_at: string
}

/** The health of a part of the installation, with an explanation. */
export interface HealthDto {
  part: 'database' | 'storage' | 'mail' | 'webhooks' | 'jobs' | 'backups' | 'books' | 'files'
  state: 'good' | 'attention' | 'bad'
  words: string
}

/** A procedure's calls in this process since it started; times in milliseconds. */
export interface CallTimesDto {
  procedure: string
  calls: number
  /** Failed with a server error. */
  failed: number
  p95: number
  slowest: number
  total: number
}

export interface OperationDto {
  checked_at: string
  alerts: AlertDto[]
  health: HealthDto[]
  versions: { portal: string; node: string; database: string; schema: string }
  /** The process that responded; there may be others. */
  process: { started_at: string; streams: number; memory: number }
  queues: { queue: 'mail' | 'webhooks'; queued: number; oldest_at: string | null; failed: number }[]
  /** The procedures with the slowest calls. */
  calls: CallTimesDto[]
  backups: LastBackupDto[]
  /** Bytes; null if the system doesn't report it. */
  disk: { free: number; total: number } | null
}

/** What the nightly comparison compares. */
export const BOOK_DIFFERENCES = {
  lines: 'Document and lines',
  paid: 'Document and payments',
  credited: 'Invoice and credit notes',
  applied: 'Invoice and client credit',
  written_off: 'Invoice and losses',
  base: 'Base currency',
  ledger: 'Payments and ledger',
  tax: 'Ledger and tax',
  numbers: 'Numbers',
  statement: 'Statement and documents',
  fees: 'Fees and the provider',
  payouts: 'Payouts and their entries',
} as const

/** A discrepancy between ledger, payments, and documents. */
export interface BookDifference {
  kind: keyof typeof BOOK_DIFFERENCES
  /** Identifies the same discrepancy across comparisons. */
  subject: string
  details: string
}

export interface BookDifferenceDto {
  agency_id: string
  agency_name: string
  kind: string
  subject: string
  details: string
  found_at: string
}
