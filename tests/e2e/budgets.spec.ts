import { costOf, HEAVY_SCREENS, INNER_SCREENS, SCREEN_LIMITS } from '#scripts/bench/screen-cost.ts'
import { expect, test } from './support/portal.ts'

test('every inner screen takes few requests and little script', async ({ signIn }) => {
  test.slow()
  const context = (await signIn('owner')).context()
  const costs: string[] = []
  for (const path of INNER_SCREENS) {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    const { requests, scriptBytes } = await costOf(page)
    const heavy = HEAVY_SCREENS.includes(path)
    const most = heavy ? SCREEN_LIMITS.heavyScriptBytes : SCREEN_LIMITS.scriptBytes
    const mostRequests = heavy ? SCREEN_LIMITS.heavyRequests : SCREEN_LIMITS.requests
    if (requests > mostRequests) costs.push(`${path}: ${requests} requests`)
    if (scriptBytes > most) costs.push(`${path}: ${scriptBytes} bytes of script`)
    await page.close()
  }
  expect(costs).toEqual([])
})
