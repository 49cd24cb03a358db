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
