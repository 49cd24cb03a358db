import { z } from 'zod'
import { pageInput } from './paging.ts'
import { TASK_STATUSES, type TaskStatus } from './tasks.ts'
import { requiredEmail, requiredText } from './text.ts'

export const IMPORT_SOURCES = ['trello', 'asana', 'toggl', 'harvest'] as const
/** The product a file was exported from. */
export type ImportSource = (typeof IMPORT_SOURCES)[number]

export const IMPORT_SOURCE_LABELS: Record<ImportSource, string> = {
  trello: 'Trello',
  asana: 'Asana',
  toggl: 'Toggl Track',
  harvest: 'Harvest',
}

/** What an import makes, in the order it makes it. */
export const IMPORT_KINDS = ['client', 'project', 'task', 'comment', 'entry'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export const IMPORT_KIND_LABELS: Record<ImportKind, { one: string; many: string }> = {
  client: { one: 'client', many: 'clients' },
  project: { one: 'project', many: 'projects' },
  task: { one: 'task', many: 'tasks' },
  comment: { one: 'comment', many: 'comments' },
  entry: { one: 'time entry', many: 'time entries' },
}

/** `reading` until every row of the file is stored, `ready` for its mapping; `failed` says why in `failure`. */
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
/** Of each: what a person can still look through. */
export const MAX_IMPORT_NAMES = 500

/** How a date such as 03/04/2026 is read. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** Why a row is not imported. */
export const IMPORT_REASONS = {
  known: 'Imported before',
  archived: 'Archived there',
  list_left_out: 'Its list is left out',
  client_left_out: 'Its client is left out',
  project_left_out: 'Its project is left out',
  plan_limit: 'More projects than your plan allows',
  task_left_out: 'Its task is not imported',
  person_left_out: 'Nobody here is its person',
  no_account: 'Its person has no account yet',
  week_locked: 'Its week is submitted or approved',
  unreadable_date: 'Its date can’t be read',
  too_long: 'It does not fit into its day',
} as const
export type ImportReason = keyof typeof IMPORT_REASONS

/** Why a row stays although its import is undone. */
export const KEPT_REASONS = {
  changed: 'Changed since',
  in_use: 'Something else refers to it by now',
  in_timesheet: 'In a submitted timesheet',
  invoiced: 'On an invoice',
  paid_out: 'Paid out',
} as const
export type KeptReason = keyof typeof KEPT_REASONS

const key = z.string().max(700)

const clientTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('existing'), id: z.uuid('Please choose a client') }),
  z.strictObject({
    kind: z.literal('new'),
    name: requiredText('Please enter a name'),
    email: requiredEmail('Please enter an email address'),
  }),
  z.strictObject({ kind: z.literal('skip') }),
])

const projectTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('existing'), id: z.uuid('Please choose a project') }),
  z.strictObject({ kind: z.literal('new'), name: requiredText('Please enter a name') }),
  z.strictObject({ kind: z.literal('skip') }),
])

/** What becomes of the names in a file; a name that is not listed is left out. */
export const importMapping = z.strictObject({
  /** For dates that can be read in two ways. */
  date_order: z.enum(DATE_ORDERS).nullable(),
  /** Imports archived cards as well, as done. */
  archived: z.boolean(),
  lists: z.array(z.strictObject({ key, status: z.enum(TASK_STATUSES).nullable() })).max(MAX_IMPORT_NAMES),
  /** A contributor's id, or an owner's user id; null leaves tasks unassigned and time entries out. */
  people: z.array(z.strictObject({ key, member_id: z.uuid().nullable() })).max(MAX_IMPORT_NAMES),
  clients: z.array(z.strictObject({ key, to: clientTarget })).max(MAX_IMPORT_NAMES),
  projects: z.array(z.strictObject({ key, to: projectTarget })).max(MAX_IMPORT_NAMES),
})
export type ImportMapping = z.output<typeof importMapping>

export const importRef = z.strictObject({ id: z.uuid() })
export const importMapInput = importRef.extend({ mapping: importMapping })
export const importListInput = z.strictObject(pageInput).prefault({})

/** A name in the file that the mapping decides on, and how many rows have it. */
export interface ImportName {
  key: string
  name: string
  count: number
}

export interface ImportProblem {
  /** Line of a CSV file, counted from 1 with the header; null in a JSON file. */
  line: number | null
  message: string
}

/** A row as the file has it, to look at. */
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
  /** The order of its dates; `ask` where they can be read in two ways. */
  dates: 'clear' | DateOrder | 'ask'
  /** A date that can be read in two ways. */
  date_sample: string | null
  /** Archived tasks. */
  archived: number
  lists: (ImportName & { suggested: TaskStatus })[]
  people: (ImportName & { email: string | null })[]
  /** An empty key stands for rows that name no client. */
  clients: ImportName[]
  projects: (ImportName & { client: string })[]
  samples: ImportSample[]
  /** The first of them. */
  problems: ImportProblem[]
  problem_count: number
}

export interface ImportSkipped {
  kind: ImportKind
  reason: ImportReason
  count: number
  /** The first lines of the file it concerns; empty for JSON. */
  lines: number[]
}

/** What an import makes, or made. */
export interface ImportResult {
  made: Record<ImportKind, number>
  /** Names that are taken for what is here already. */
  matched: number
  skipped: ImportSkipped[]
  /** Of the time entries made. */
  seconds: number
  billable_seconds: number
}

/** The result of a dry run. */
export interface ImportPlan extends ImportResult {
  /** How many more projects the agency's plan allows; null without a limit. */
  project_room: number | null
}

export interface ImportUndone {
  removed: number
  kept: { kind: ImportKind; reason: KeptReason; count: number; names: string[] }[]
}

export interface ImportDto {
  id: string
  source: ImportSource
  file_name: string
  status: ImportStatus
  /** Rows stored and, of these, dealt with. */
  total: number
  done: number
  failure: string | null
  result: ImportResult | null
  undone: ImportUndone | null
  created_by_name: string
  created_at: string
  finished_at: string | null
}

/** Somebody of the team whom a person of the file may be. */
export interface ImportMember {
  /** The contributor's id, or an owner's user id. */
  id: string
  name: string
  email: string
  role: 'owner' | 'contributor'
  /** Without an account nobody has hours. */
  has_account: boolean
}

export interface ImportDetailsDto extends ImportDto {
  overview: ImportOverview
  /** As it was saved last, else what the names suggest. */
  mapping: ImportMapping
  members: ImportMember[]
  clients: { id: string; name: string }[]
  projects: { id: string; name: string }[]
  /** Of the agency; times in the file are read as its clocks show them. */
  timezone: string
}

/** Where a file is uploaded. */
export const IMPORTS_ADDRESS = '/imports'
