import { createTheme, type MantineColorsTuple } from '@mantine/core'
import { componentDefaults } from './component-defaults.ts'

/**
 * Deep pine, the only accent: shade 6 on white and shade 4 on the dark background both have a contrast above
 * 4.5:1.
 */
const pine: MantineColorsTuple = [
  '#eefaf7',
  '#dbf3ed',
  '#b3e4d9',
  '#82d0c1',
  '#4bb5a4',
  '#1f978a',
  '#0f766e',
  '#0c625c',
  '#0a4f4a',
  '#083d39',
]

/** Light to dark grays; shade 6 is the lightest that is readable as text on white. */
const gray: MantineColorsTuple = [
  '#fafaf8',
  '#f4f4f1',
  '#eaeae6',
  '#dcdcd7',
  '#c4c5bf',
  '#8f918b',
  '#62655f',
  '#474a45',
  '#2e312d',
  '#1b1d1a',
]

/** Grays for the dark scheme: text, dimmed text, borders, surfaces. */
const dark: MantineColorsTuple = [
  '#e8e9e5',
  '#cbcdc7',
  '#a6a9a2',
  '#8a8d86',
  '#3d403c',
  '#2f322f',
  '#232623',
  '#181a18',
  '#121412',
  '#0c0d0c',
]

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: 6,
  colors: { pine, gray, dark },
  black: gray[9],
  fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.5rem', xl: '2rem' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.45' },
    },
  },
  shadows: { md: '0 4px 16px rgb(0 0 0 / 0.08)', lg: '0 8px 28px rgb(0 0 0 / 0.12)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: componentDefaults,
})
