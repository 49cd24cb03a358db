import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Services } from '#server/base/core/context.ts'
import { type App, type AppOptions, createApp } from '#server/door/http/app.ts'
import { firstCalls } from '#server/first-calls.ts'
import { startSession } from '#server/identity/auth/sessions.ts'
import { appRouter } from '#server/router.ts'

/** Serves the listener on a free port until the test ends; resolves to its URL. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Work a test leaves running may still write during cleanup. */
const IDLE_LIMIT_MS = 5000

/** The whole HTTP server on a free port, stopped when the test ends. */
export async function startApp(
  services: Services,
  options: AppOptions = { client: 'none' },
): Promise<{ app: App; url: string }> {
  services.config.port = 0
  services.config.host = '127.0.0.1'
  const app = await createApp(services, appRouter, { firstCalls, ...options })
  const { port } = new URL(await app.start())
  onTestFinished(async () => {
    app.server.closeAllConnections()
    await app.stop()
    await services.inFlight.idle(IDLE_LIMIT_MS)
  })
  return { app, url: `http://127.0.0.1:${port}` }
}

/** The `cookie` header of a new session of this person. */
export async function cookieFor(services: Services, userId: string): Promise<string> {
  const { cookie } = await startSession(services, userId, { short: false, ip: null, user_agent: null })
  return cookie.split(';')[0] ?? ''
}

/** The headers a browser sends with a call from the portal's own page. */
export const fromPortal = (url: string): Record<string, string> => ({
  origin: new URL(url).origin,
  'content-type': 'application/json',
})
