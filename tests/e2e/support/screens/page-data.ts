import type { Page } from 'playwright/test'
import { FIRST_ANSWERS_ID, PAGE_DATA_ID } from '#shared/door/page-data.ts'

const blockOf = (id: string) => `<script type="application/json" id="${id}">.*?</script>`
const DATA = new RegExp([PAGE_DATA_ID, FIRST_ANSWERS_ID].map(blockOf).join('|'), 'gs')

/** Pages are served without embedded data, as when the database doesn't respond, and request it. */
export async function withoutPageData(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(DATA, '') })
  })
}
