import { PAGE_DATA_ID, type PageData } from '#shared/door/page-data.ts'

/** Data the server embedded in the page; null if there is none, and during prerendering. */
export const pageData: PageData | null =
  typeof document === 'undefined'
    ? null
    : JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? 'null')
