import { z } from 'zod'
import { pageInput } from './paging.ts'
import { emailText, optionalText } from './text.ts'

export const platformSettingsInput = z.strictObject({
  /** Null uses APP_NAME from the environment. */
  name: optionalText(60),
  registration: z.enum(['open', 'invitation']),
  enforce_plan_limits: z.boolean(),
  auto_backup: z.boolean(),
  version: z.int(),
})

export const testMailInput = z.strictObject({ recipient: emailText() })
export const mailLogInput = z.strictObject({
  ...pageInput,
  status: z.enum(['queued', 'sent', 'failed']).nullish(),
})

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
  /** Interrupted: its process ended in the midst of it. */
  last_run: {
    status: 'running' | 'done' | 'failed' | 'interrupted'
    started_at: string
    error: string | null
  } | null
  next_run: string | null
}

export interface BackupDto {
  name: string
  /** Bytes. */
  size: number
  created_at: string
  encrypted: boolean
  kind: 'daily' | 'manual' | 'before-upgrade'
}

/** A backup wherever it lies. */
export interface LastBackupDto extends Omit<BackupDto, 'kind'> {
  kind: 'daily' | 'manual' | 'bucket'
}

/** What administrators are warned of, in the words of a heading. */
export const ALERTS = {
  backup: 'Backups are missing',
  disk: 'The disk is almost full',
  outbox: 'Emails or webhooks are stuck',
  books: 'Books disagree',
} as const
export type AlertKind = keyof typeof ALERTS

export interface AlertDto {
  kind: AlertKind
  details: string
  began_at: string
}

/** How a part of the installation fares, and why in a sentence. */
export interface HealthDto {
  part: 'database' | 'storage' | 'mail' | 'webhooks' | 'jobs' | 'backups' | 'books'
  state: 'good' | 'attention' | 'bad'
  words: string
}

/** A procedure of this process since it began; times in milliseconds. */
export interface CallTimesDto {
  procedure: string
  calls: number
  /** Answered with an error of the server. */
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
  /** The process that answered, one of several perhaps. */
  process: { started_at: string; streams: number; memory: number }
  queues: { queue: 'mail' | 'webhooks'; queued: number; oldest_at: string | null; failed: number }[]
  /** Those whose slowest calls were the slowest. */
  calls: CallTimesDto[]
  backups: LastBackupDto[]
  /** Bytes; null where the system doesn't tell. */
  disk: { free: number; total: number } | null
}

/** What the nightly comparison of the books compares. */
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
  payouts: 'Payouts and what is in them',
} as const

/** Where ledger, payments and documents disagree. */
export interface BookDifference {
  kind: keyof typeof BOOK_DIFFERENCES
  /** The same for the same difference in each comparison. */
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
