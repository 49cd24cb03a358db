// Takes the pictures of the landing page and the README from the demo of one day: npm run build && npm run pictures
import { writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { CHROMIUM_ARGS, ensureChromium } from '../tools/chromium.ts'
import { signedIn, startDatedDemo } from './dated-demo.ts'
import { SHOTS, wordsFile, wordsOn } from './shots.ts'

const demo = await startDatedDemo()
// The portal's umask makes files private, but these are published.
process.umask(0o022)
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: CHROMIUM_ARGS })
try {
  for (const shot of SHOTS) {
    const page = await signedIn(browser, demo, shot.role, shot.options)
    await shot.open(page)
    writeFileSync(wordsFile(shot), await wordsOn(page))
    const path = `${shot.folder}/${shot.name}`
    const picture = sharp(await page.screenshot())
    await picture.clone().webp({ quality: 74 }).toFile(`${path}.webp`)
    if (shot.folder === 'client/public/product') await picture.avif({ quality: 50 }).toFile(`${path}.avif`)
    await page.context().close()
  }
} finally {
  await browser.close()
  await demo.stop()
}
