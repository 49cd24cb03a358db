import { globSync } from 'node:fs'
import { aptInstall, findFirst } from './install.ts'

/** A released Firefox; Playwright's own isn't needed. */
export const findFirefox = (): string | undefined =>
  findFirst(
    process.env.FIREFOX_PATH,
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  )

/** WebKitGTK's driver and browser, and a display for them. */
export function findWebKit(): { driver: string; browser: string; display: string } | undefined {
  const driver = findFirst('/usr/bin/WebKitWebDriver')
  const browser = findFirst(...globSync('/usr/lib/*/webkit2gtk-4.[01]/MiniBrowser').sort())
  const display = findFirst('/usr/bin/Xvfb')
  return driver && browser && display ? { driver, browser, display } : undefined
}

/** Each engine besides Chromium: true if it is present or could be installed, and the consequence of its absence. */
export const OTHER_ENGINES = {
  firefox: {
    ensure: () => findFirefox() !== undefined || aptInstall('firefox-esr'),
    missing:
      'Firefox is not installed (FIREFOX_PATH, or the Debian package firefox-esr): its tests are skipped.',
  },
  webkit: {
    ensure: () => findWebKit() !== undefined || aptInstall('webkit2gtk-driver', 'xvfb'),
    missing:
      'WebKitGTK is not installed (the Debian packages webkit2gtk-driver and xvfb): its tests are skipped.',
  },
}
