import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright'
import { aptInstall, findFirst, installTool } from './install.ts'

/** Prevents Chromium from making outside requests and lets it run as root in a container. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Chromium without a window: the same engine, but pages load in two thirds of the time. */
const HEADLESS = '/usr/bin/chromium-headless-shell'

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of a Chromium for tests: `CHROMIUM_PATH`, the headless one, another, or one installed now. */
export async function ensureChromium(): Promise<string> {
  return (
    findFirst(process.env.CHROMIUM_PATH, HEADLESS, chromium.executablePath()) ??
    (aptInstall('chromium-headless-shell') ? findFirst(HEADLESS) : undefined) ??
    findFirst(...SYSTEM_PATHS) ??
    (aptInstall('chromium') ? findFirst(...SYSTEM_PATHS) : undefined) ??
    fetchPackagedChromium()
  )
}

/** Last resort on machines without root: a Chromium that ships in an npm package. */
export async function fetchPackagedChromium(): Promise<string> {
  const folder = installTool('@sparticuz/chromium', '153.0.0')
  const module = await import(pathToFileURL(join(folder, 'build', 'index.js')).href)
  return module.default.executablePath()
}
