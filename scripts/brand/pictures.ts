// Takes the pictures of the landing page and the README from the demo of one day: npm run build && npm run pictures
import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { CHROMIUM_ARGS, ensureChromium } from '../tools/chromium.ts'
import { signedIn, startDatedDemo } from './dated-demo.ts'
import { LANDING_SHOTS, README_SHOTS, type Shot, wordsOn } from './shots.ts'

const LANDING = 'client/public/product'
const README = 'docs/pictures'

const demo = await startDatedDemo()
// The portal's umask makes files private, but these are published.
process.umask(0o022)
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: CHROMIUM_ARGS })
try {
  for (const shot of LANDING_SHOTS) {
    const { picture } = await take(shot)
    await picture.clone().webp({ quality: 72 }).toFile(`${LANDING}/${shot.name}.webp`)
    await picture.clone().avif({ quality: 50 }).toFile(`${LANDING}/${shot.name}.avif`)
  }
  mkdirSync(README, { recursive: true })
  for (const shot of README_SHOTS) {
    const { picture, words } = await take(shot)
    await picture.webp({ quality: 76 }).toFile(`${README}/${shot.name}.webp`)
    writeFileSync(`${README}/${shot.name}.txt`, words)
  }
} finally {
  await browser.close()
  await demo.stop()
}

async function take(shot: Shot) {
  const page = await signedIn(browser, demo, shot.role, shot.options)
  await shot.open(page)
  const words = await wordsOn(page)
  const picture = sharp(await page.screenshot())
  await page.context().close()
  return { picture, words }
}
