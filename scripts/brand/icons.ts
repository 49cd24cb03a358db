// Renders the icons for browsers and home screens from the product's mark: npm run icons
import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { MARK } from '#shared/base/mark.ts'

const PINE = '#0f766e'
const FOLDER = 'client/public'
const GRID = 24

interface Shape {
  size: number
  /** Corner radius of the square; home screens round maskable icons themselves. */
  radius: number
  /** The mark's share of the square: maskable icons need a larger margin. */
  scale: number
}

export const FAVICON: Shape = { size: 32, radius: 7, scale: 0.75 }

const ICONS: Readonly<Record<string, Shape>> = {
  'icon-192.png': { size: 192, radius: 40, scale: 0.7 },
  'icon-512.png': { size: 512, radius: 108, scale: 0.7 },
  'icon-maskable-512.png': { size: 512, radius: 0, scale: 0.55 },
  'apple-touch-icon.png': { size: 180, radius: 0, scale: 0.65 },
}

export function iconSvg({ size, radius, scale }: Shape): string {
  const factor = (size * scale) / GRID
  const offset = (size * (1 - scale)) / 2
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><title>Foyer</title>`,
    `<rect width="${size}" height="${size}" rx="${radius}" fill="${PINE}"/>`,
    `<g transform="translate(${offset} ${offset}) scale(${factor})" fill="#fff" fill-rule="evenodd"><path d="${MARK.arch}"/><path d="${MARK.door}"/></g></svg>\n`,
  ].join('')
}

/** The mark alone on its background, as used in emails. */
const markSvg = (size: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${GRID} ${GRID}" fill="${PINE}" fill-rule="evenodd"><path d="${MARK.arch}"/><path d="${MARK.door}"/></svg>`

if (import.meta.main) {
  const mark = await sharp(Buffer.from(markSvg(48)))
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
  console.log(`The mark of mails (server/reactions/mail/mark-picture.ts): ${mark.toString('base64')}`)
  writeFileSync(`${FOLDER}/favicon.svg`, iconSvg(FAVICON))
  for (const [name, shape] of Object.entries(ICONS)) {
    await sharp(Buffer.from(iconSvg(shape)))
      .png({ compressionLevel: 9, palette: true })
      .toFile(`${FOLDER}/${name}`)
  }
}
