import type { FirstCall } from '../base/screens.ts'
import type { AuthInfoDto, SessionDto } from '../identity/auth.ts'

/** The id of the element with the page's data. */
export const PAGE_DATA_ID = 'page-data'

/** Data that the first screen needs immediately, embedded in the page to save a request. */
export interface PageData {
  session: SessionDto
  info: AuthInfoDto
  /** PUBLIC_URL, the address people are meant to use. */
  address: string
  /** The newest event before any of this was read; null for signed-out visitors, who receive none. */
  last_event_id: string | null
}

/** The id of the element, at the end of the page, with the results of its screen's first queries. */
export const FIRST_ANSWERS_ID = 'first-answers'

/** A first call with its result; an input of `undefined` is omitted. */
export interface FirstAnswer extends Omit<FirstCall, 'input'> {
  input?: unknown
  data: unknown
}
