import type { ImportOverview, ImportSource } from '#shared/imports.ts'

interface Located {
  /** Line of a CSV file; null in a JSON file. */
  line: number | null
  /** What the source calls it by, the same in every export. */
  external_id: string
}

export interface ClientItem extends Located {
  kind: 'client'
  /** Empty for who has the projects that name no client. */
  key: string
  name: string
}

export interface ProjectItem extends Located {
  kind: 'project'
  name: string
  /** Key of its client; empty where the file names none. */
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
  /** A calendar date as the file writes it, or an instant. */
  due: string | null
  done: boolean
  archived: boolean
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
  /** Empty for time on no project. */
  project: string
  person: string
  /** A calendar date as the file writes it. */
  date: string
  /** HH:mm:ss on the agency's clocks; null where only the duration is known. */
  start: string | null
  seconds: number
  note: string | null
  billable: boolean
  /** What an hour was billed and cost, as written; null where the file doesn't say. */
  rate: string | null
  cost: string | null
  /** ISO 4217; null where the file doesn't say. */
  currency: string | null
}

export type ImportItem = ClientItem | ProjectItem | TaskItem | CommentItem | EntryItem

export interface ReadImport {
  source: ImportSource
  overview: ImportOverview
  /** Clients first, then projects, and what belongs to them after them. */
  items: ImportItem[]
}

/** A row as it is stored: the item itself as JSON, beside what it is found by. */
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
