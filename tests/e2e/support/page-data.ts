import type { Page } from 'playwright/test'
import { PAGE_DATA_ID } from '#shared/page-data.ts'

const DATA = new RegExp(`<script type="application/json" id="${PAGE_DATA_ID}">.*?</script>`, 's')

/** Pages come as from a server that could not say who is signed in, and ask for it themselves. */
export async function withoutPageData(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(DATA, '') })
  })
}
