import { PAGE_DATA_ID, type PageData } from '#shared/page-data.ts'

/** What the server wrote into the page; null if it sent the page alone, and where first looks are drawn. */
export const pageData: PageData | null =
  typeof document === 'undefined'
    ? null
    : JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? 'null')
