// Takes the product pictures for the landing page from a demo of this build: npm run build && npm run
// pictures
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { readConfig } from '#server/base/core/config.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/identity/auth/demo-accounts.ts'
import { openPortal, servePortal } from '#server/portal.ts'
import { seedDemo } from '../seed/demo/index.ts'
import { CHROMIUM_ARGS, ensureChromium } from '../tools/chromium.ts'
import { freePort } from '../tools/free-port.ts'

const FOLDER = 'client/public/product'
const VIEWPORT = { width: 1280, height: 800 }
const owner = DEMO_ACCOUNTS.find(({ email }) => email.startsWith('owner@'))
const SCHEMES = ['light', 'dark'] as const

const dataDir = mkdtempSync(join(tmpdir(), 'foyer-pictures-'))
const demo = await startDemo()
// The portal's umask makes files private, but these are published.
process.umask(0o022)
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: CHROMIUM_ARGS })
try {
  mkdirSync(FOLDER, { recursive: true })
  for (const colorScheme of SCHEMES) {
    const context = await browser.newContext({
      baseURL: demo.url,
      viewport: VIEWPORT,
      colorScheme,
      deviceScaleFactor: 1.5,
      reducedMotion: 'reduce',
    })
    await context.request.post('/trpc/auth.signIn', {
      headers: { origin: demo.url, 'content-type': 'application/json' },
      data: { email: owner?.email, password: DEMO_PASSWORD },
    })
    const page = await context.newPage()
    await page.goto('/dashboard')
    await page.getByRole('list', { name: 'Recent activity' }).waitFor()
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const picture = sharp(await page.screenshot())
    await picture.clone().webp({ quality: 72 }).toFile(`${FOLDER}/dashboard-${colorScheme}.webp`)
    await picture.clone().avif({ quality: 50 }).toFile(`${FOLDER}/dashboard-${colorScheme}.avif`)
    await context.close()
  }
} finally {
  await browser.close()
  await demo.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function startDemo() {
  const port = String(await freePort('localhost'))
  const place = { DATA_DIR: dataDir, HOST: 'localhost', PORT: port, PUBLIC_URL: `http://localhost:${port}` }
  const portal = await openPortal(readConfig({ DEMO: '1', LOG_LEVEL: 'warn', ...place }))
  await seedDemo(portal.services, new Date())
  return servePortal(portal, { client: 'built' })
}
