import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright'
import { aptInstall, installTool } from './install.ts'

/** Keeps Chromium from calling out and lets it run as root in a container. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const findInstalled = (): string | undefined =>
  [process.env.CHROMIUM_PATH ?? '', ...SYSTEM_PATHS, chromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  )

/** The path of a Chromium to test in: `CHROMIUM_PATH`, an installed one, or one installed now. */
export async function ensureChromium(): Promise<string> {
  const installed = findInstalled() ?? (aptInstall('chromium') ? findInstalled() : undefined)
  return installed ?? fetchPackagedChromium()
}

/** Last resort, for machines without root: a Chromium that ships inside an npm package. */
export async function fetchPackagedChromium(): Promise<string> {
  const folder = installTool('@sparticuz/chromium', '153.0.0')
  const module = await import(pathToFileURL(join(folder, 'build', 'index.js')).href)
  return module.default.executablePath()
}
