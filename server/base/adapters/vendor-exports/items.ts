import type { DateOrder, ImportOverview, ImportSource } from '#shared/overview/imports.ts'

interface Located {
  /** The line of a CSV file; null for a JSON file. */
  line: number | null
  /** The source's id, the same in every export. */
  external_id: string
}

export interface ClientItem extends Located {
  kind: 'client'
  /** Empty for the client of projects without one. */
  key: string
  name: string
}

export interface ProjectItem extends Located {
  kind: 'project'
  name: string
  /** The client's key; empty if the file has none. */
  client: string
  description: string | null
}

export interface TaskItem extends Located {
  kind: 'task'
  /** Keys, like `list` and `people`. */
  project: string
  list: string
  title: string
  description: string | null
  people: string[]
  /** Calendar dates as written in the file, or instants. */
  start: string | null
  due: string | null
  done: boolean
  archived: boolean
  /** Instants, or calendar dates as written. */
  created_at: string | null
  completed_at: string | null
  subtasks: { title: string; completed: boolean }[]
}

export interface CommentItem extends Located {
  kind: 'comment'
  /** The task's external id. */
  task: string
  person: string
  author: string
  text: string
  created_at: string | null
}

export interface EntryItem extends Located {
  kind: 'entry'
  /** The id under which earlier versions imported it, if it was another. */
  former_id?: string
  /** The ids by the order of day and month, if the file doesn't show it. */
  ids_by_order?: Record<DateOrder, string>
  /** Empty for time without a project. */
  project: string
  person: string
  /** A calendar date as written in the file. */
  date: string
  /** HH:mm:ss in the agency's time zone; null if only the duration is known. */
  start: string | null
  seconds: number
  note: string | null
  /** Null if the file doesn't say it for any row. */
  billable: boolean | null
  /** Billable, but invoiced before. */
  invoiced?: boolean
  /** Billing and cost rate per hour, as written; null if the file has none. */
  rate: string | null
  cost: string | null
  /** ISO 4217; null if the file has none. */
  currency: string | null
}

export type ImportItem = ClientItem | ProjectItem | TaskItem | CommentItem | EntryItem

export interface ReadImport {
  source: ImportSource
  overview: ImportOverview
  /** Clients first, then projects, then their contents. */
  items: ImportItem[]
}

/** A row as stored: the item as JSON, and the columns it is found by. */
export type StoredItem = Pick<ImportItem, 'kind' | 'external_id' | 'line'> & { data: string }

export interface StoredImport extends Omit<ReadImport, 'items'> {
  items: StoredItem[]
}

export const toStored = ({ items, ...read }: ReadImport): StoredImport => ({
  ...read,
  items: items.map((item) => ({
    kind: item.kind,
    external_id: item.external_id,
    line: item.line,
    data: JSON.stringify(item),
  })),
})
