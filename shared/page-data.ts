import type { AuthInfoDto, SessionDto } from './auth.ts'

/** The element of the page that holds its data. */
export const PAGE_DATA_ID = 'page-data'

/** What the first screen needs at once; it comes with the page, so that no answer is waited for. */
export interface PageData {
  session: SessionDto
  info: AuthInfoDto
  /** The newest event before any of this was read; null for strangers, who hear of none. */
  last_event_id: string | null
}

/** The element at the end of the page that holds what its screen asks for first. */
export const FIRST_ANSWERS_ID = 'first-answers'

/** A query that a screen sends first. */
export interface FirstCall {
  path: string
  /** Missing if the query takes none. */
  input?: unknown
  /** The first page of a list that goes on. */
  paged: boolean
}

export interface FirstAnswer extends FirstCall {
  data: unknown
}
