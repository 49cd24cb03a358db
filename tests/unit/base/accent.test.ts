import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentShades, contrast, onPaper } from '#shared/base/accent.ts'
import { accentColor } from '#shared/overview/schemas/settings.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

/** Theme surfaces that text appears on. */
const LIGHT = ['#ffffff', '#fafaf8', '#f4f4f1', '#eaeae6']
const DARK = ['#121412', '#181a18', '#232623']

test('every accent is readable in both schemes as text, below white text and on its tints', () => {
  fc.assert(
    fc.property(color, (accent) => {
      const { shades, tints } = accentShades(accent)
      const [, , lighter, light, bright, , strong, stronger] = shades as [string, ...string[]]
      expect(shades).toHaveLength(10)
      for (const surface of [...LIGHT, tints.light.base, tints.light.hover]) {
        expect(contrast(strong as string, surface)).toBeGreaterThanOrEqual(4.5)
      }
      for (const text of [lighter, light, bright] as string[]) {
        for (const surface of [...DARK, tints.dark.base, tints.dark.hover]) {
          expect(contrast(text, surface)).toBeGreaterThanOrEqual(4.5)
        }
      }
      for (const filled of [strong, stronger] as string[]) {
        expect(contrast('#ffffff', filled)).toBeGreaterThanOrEqual(4.5)
      }
    }),
    { numRuns: 2000 },
  )
})

test('a readable accent is unchanged, others are adjusted as little as needed', () => {
  expect(onPaper('#0c5a54')).toBe('#0c5a54')
  expect(contrast('#ffffff', onPaper('#ffd400'))).toBeGreaterThanOrEqual(4.5)
  expect(contrast('#ffffff', onPaper('#ffd400'))).toBeLessThan(7)
  expect(accentShades('#ffd400').shades[4]).toBe('#ffd400')
})

test('contrast follows WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test('an accent is six hexadecimal digits, in any case', () => {
  expect(accentColor.parse(' #0F766E ')).toBe('#0f766e')
  expect([accentColor.parse(''), accentColor.parse(null)]).toEqual([null, null])
  for (const wrong of ['0f766e', '#fff', 'red', '#12345g', '#0f766e;}']) {
    expect(accentColor.safeParse(wrong).success).toBe(false)
  }
})
