import type { TaskStatus } from '../work/tasks.ts'

export const IMPORT_SOURCES = ['trello', 'asana', 'toggl', 'clockify', 'harvest'] as const
/** The product a file was exported from. */
export type ImportSource = (typeof IMPORT_SOURCES)[number]

export const IMPORT_SOURCE_LABELS: Record<ImportSource, string> = {
  trello: 'Trello',
  asana: 'Asana',
  toggl: 'Toggl Track',
  clockify: 'Clockify',
  harvest: 'Harvest',
}

/** The kinds of imported records, in the order they are created. */
export const IMPORT_KINDS = ['client', 'project', 'task', 'comment', 'entry'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export const IMPORT_KIND_LABELS: Record<ImportKind, { one: string; many: string }> = {
  client: { one: 'client', many: 'clients' },
  project: { one: 'project', many: 'projects' },
  task: { one: 'task', many: 'tasks' },
  comment: { one: 'comment', many: 'comments' },
  entry: { one: 'time entry', many: 'time entries' },
}

/** `reading` until all rows are stored, then `ready` for mapping; with `failed`, `failure` is the reason. */
export const IMPORT_STATUSES = [
  'reading',
  'ready',
  'queued',
  'running',
  'done',
  'undoing',
  'undone',
  'failed',
] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

export const IMPORT_STATUS_LABELS: Record<ImportStatus, string> = {
  reading: 'Reading',
  ready: 'Not started',
  queued: 'Waiting',
  running: 'Importing',
  done: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
  failed: 'Failed',
}

/** Tasks, comments and time entries of one file. */
export const MAX_IMPORT_ROWS = 50_000
/** The maximum number of names per kind, so that they can be reviewed manually. */
export const MAX_IMPORT_NAMES = 500

/** How a date such as 03/04/2026 is read. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** Why a row is not imported. */
export const IMPORT_REASONS = {
  known: 'Imported before',
  archived_since: 'Imported before, and archived or deleted since',
  archived: 'Archived in the source',
  list_left_out: 'Its list is left out',
  client_left_out: 'Its client is left out',
  project_left_out: 'Its project is left out',
  plan_limit: 'More projects than your plan allows',
  task_left_out: 'Its task is not imported',
  person_left_out: 'No matching person',
  no_account: 'Its person has no account yet',
  week_locked: 'Its week is submitted or approved',
  unreadable_date: 'Its date can’t be read',
  too_long: 'Exceeds the length of its day',
} as const
export type ImportReason = keyof typeof IMPORT_REASONS

/** How an imported row differs from the file. */
export const IMPORT_NOTES = {
  rate_currency: 'Its rate is in another currency: the current rate applies',
  rate_rounded: 'Its rate has more decimals than the currency: it is rounded',
  due_unreadable: 'Its due date can’t be read and is left out',
  start_left_out: 'Its start date can’t be read or is after the due date, and is left out',
  owner_assignee: 'Its assignee is an owner, who can’t be assigned tasks, so it is left unassigned',
  unassigned: 'No one matches its assignee, so it is left unassigned',
} as const
export type ImportNote = keyof typeof IMPORT_NOTES

/** Why an imported record isn't deleted when its import is undone. */
export const NOT_REMOVED_REASONS = {
  changed: 'Changed since',
  in_use: 'Used by other records',
  in_timesheet: 'In a submitted timesheet',
  invoiced: 'On an invoice',
  paid_out: 'Paid out',
} as const
export type NotRemovedReason = keyof typeof NOT_REMOVED_REASONS

/** A name in the file to be mapped, with the number of rows. */
export interface ImportName {
  key: string
  name: string
  count: number
}

export interface ImportProblem {
  /** The line of a CSV file, counting the header as 1; null for a JSON file. */
  line: number | null
  message: string
}

/** A sample row from the file. */
export interface ImportSample {
  line: number | null
  kind: ImportKind
  title: string
  project: string
  person: string
  date: string
}

/** What was found in a file. */
export interface ImportOverview {
  counts: Record<ImportKind, number>
  /** Seconds of all its time entries. */
  seconds: number
  /** The order of day and month in dates; `ask` if it is ambiguous. */
  dates: 'clear' | DateOrder | 'ask'
  /** An ambiguous date. */
  date_sample: string | null
  /** Whether the file doesn't say which of its time is billable. */
  asks_billable: boolean
  /** Archived tasks. */
  archived: number
  lists: (ImportName & { suggested: TaskStatus })[]
  people: (ImportName & { email: string | null })[]
  /** An empty key stands for rows without a client. */
  clients: ImportName[]
  projects: (ImportName & { client: string })[]
  samples: ImportSample[]
  /** The first problems found. */
  problems: ImportProblem[]
  problem_count: number
}

export interface ImportSkipped<Reason = ImportReason> {
  kind: ImportKind
  reason: Reason
  count: number
  /** The first affected lines; empty for JSON. */
  lines: number[]
}

/** What an import creates or has created. */
export interface ImportResult {
  made: Record<ImportKind, number>
  /** Names mapped to existing records. */
  matched: number
  skipped: ImportSkipped[]
  /** Rows that were imported with differences from the file. */
  noted: ImportSkipped<ImportNote>[]
  /** Total of the created time entries. */
  seconds: number
  billable_seconds: number
}

/** The result of a dry run. */
export interface ImportPlan extends ImportResult {
  /** How many more projects the agency's plan allows; null for no limit. */
  project_room: number | null
}

export interface ImportUndone {
  removed: number
  kept: { kind: ImportKind; reason: NotRemovedReason; count: number; names: string[] }[]
}

export interface ImportDto {
  id: string
  source: ImportSource
  file_name: string
  status: ImportStatus
  /** Rows stored, and how many of them are processed. */
  total: number
  done: number
  failure: string | null
  result: ImportResult | null
  undone: ImportUndone | null
  created_by_name: string
  created_at: string
  finished_at: string | null
}

/** Time entries that weren't paid elsewhere before, and those that can be paid out again. */
export interface ImportPaidDto {
  paid: number
  payable: number
}

/** A team member to whom a name in the file can be mapped. */
export interface ImportMember {
  /** A contributor's id or an owner's user id. */
  id: string
  name: string
  email: string
  role: 'owner' | 'contributor'
  /** Time entries can only be imported for members with an account. */
  has_account: boolean
}

/** The upload path. */
export const IMPORTS_ADDRESS = '/imports'
