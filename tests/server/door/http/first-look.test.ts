import { describe, expect, test } from 'vitest'
import { testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { builtClient } from '#tests/support/servers/built-client.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

async function startPortal(appName = 'Foyer') {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const services = testServices(db, { config: { appName } })
  const { url } = await startApp(services, { client: 'built', clientFolder: builtClient() })
  const rootOf = async (path: string, userId?: string) => {
    const headers = userId === undefined ? undefined : { cookie: await cookieFor(services, userId) }
    const html = await (await fetch(url + path, { headers })).text()
    return { html, root: /<div id="root">(.*)<\/div>/s.exec(html)?.[1] ?? '' }
  }
  return { db, world, rootOf }
}

describe('a prerendered public page', () => {
  test("is served to signed-out visitors under the installation's name", async () => {
    const { rootOf } = await startPortal('Studio <b>North</b> $& & Co')
    const { html, root } = await rootOf('/auth')
    expect(root).toContain('Sign in to Studio &lt;b&gt;North&lt;/b&gt; $&amp; &amp; Co')
    const nonce = /<meta property="csp-nonce" nonce="([^"]+)"/.exec(html)?.[1]
    expect(nonce).toMatch(/^[\w-]{20,}$/)
    expect(root).toContain(`<style nonce="${nonce}">`)
  })

  test('is omitted if the scripts would render something else', async () => {
    const { db, world, rootOf } = await startPortal()
    const loading = expect.objectContaining({ root: expect.stringContaining('Loading...') })
    expect(await rootOf('/auth', world.home.owner.userId)).toEqual(loading)
    expect(await rootOf('/auth?mode=register')).toEqual(loading)
    expect(await rootOf('/auth?invitation=one')).toEqual(loading)
    expect(await rootOf('/tasks')).toEqual(loading)
    await db.updateTable('platform_settings').set({ registration: 'invitation' }).execute()
    expect(await rootOf('/auth')).toEqual(loading)
  })
})
