/** For example `#0f766e`, lower case; without zod, because each screen has an accent. */
const COLOR = /^#[\da-f]{6}$/

export const isColor = (text: string): boolean => COLOR.test(text)

type Rgb = readonly [number, number, number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
/** The darkest surface behind text in the light scheme, and the lightest in the dark scheme. */
const LIGHT_SURFACE: Rgb = [0xea, 0xea, 0xe6]
const DARK_SURFACE: Rgb = [0x23, 0x26, 0x23]
/** The share of the accent in the backgrounds of selected and lightly filled elements. */
const TINT = { light: 0.12, dark: 0.22 }
const READABLE = 4.5
const STEPS = 64

const toRgb = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const toHex = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Mixes in the given share of the other color, rounded to integers. */
const mix = ([r, g, b]: Rgb, [otherR, otherG, otherB]: Rgb, share: number): Rgb => [
  Math.round(r + (otherR - r) * share),
  Math.round(g + (otherG - g) * share),
  Math.round(b + (otherB - b) * share),
]

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrastOf(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** The WCAG 2 contrast ratio, from 1 to 21. */
export const contrast = (one: string, other: string): number => contrastOf(toRgb(one), toRgb(other))

/** The color itself, or the closest one that is readable. */
function readable(rgb: Rgb, toward: Rgb, surfaces: (shade: Rgb) => Rgb[]): Rgb {
  for (let step = 0; step < STEPS; step += 1) {
    const shade = mix(rgb, toward, step / STEPS)
    if (surfaces(shade).every((surface) => contrastOf(shade, surface) >= READABLE)) return shade
  }
  return toward
}

export interface AccentShades {
  /**
   * Ten from light to dark: 6 is readable in the light scheme and behind white text, 4 in the dark scheme.
   */
  shades: string[]
  /** Backgrounds of lightly filled elements in each scheme, normally and on hover. */
  tints: Record<'light' | 'dark', { base: string; hover: string }>
}

/** An accent's shades for screens, mails, and documents, adjusted where they would be hard to read. */
export function accentShades(accent: string): AccentShades {
  const rgb = toRgb(accent)
  const lightTint = (shade: Rgb) => mix(LIGHT_SURFACE, shade, TINT.light)
  const darkTint = (shade: Rgb) => mix(DARK_SURFACE, shade, TINT.dark)
  const strong = readable(rgb, BLACK, (shade) => [LIGHT_SURFACE, lightTint(shade)])
  const bright = readable(rgb, WHITE, (shade) => [DARK_SURFACE, darkTint(shade)])
  const lighter = (share: number) => mix(bright, WHITE, share)
  return {
    shades: [
      mix(strong, WHITE, 0.94),
      lighter(0.85),
      lighter(0.7),
      lighter(0.4),
      bright,
      mix(strong, WHITE, 0.15),
      strong,
      mix(strong, BLACK, 0.15),
      mix(strong, BLACK, 0.3),
      mix(strong, BLACK, 0.45),
    ].map(toHex),
    tints: {
      light: { base: toHex(mix(WHITE, strong, 0.08)), hover: toHex(mix(WHITE, strong, TINT.light)) },
      dark: { base: toHex(mix(DARK_SURFACE, bright, 0.16)), hover: toHex(darkTint(bright)) },
    },
  }
}

/** The shade for documents and mails, which always have a white background. */
export const onPaper = (accent: string): string => accentShades(accent).shades[6] ?? accent
