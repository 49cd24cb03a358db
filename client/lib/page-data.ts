import { PAGE_DATA_ID, type PageData } from '#shared/page-data.ts'

/** What the server wrote into the page; null if it sent the page alone. */
export const pageData: PageData | null = JSON.parse(
  document.getElementById(PAGE_DATA_ID)?.textContent ?? 'null',
)
