import { accentShades } from '#shared/base/accent.ts'

let sheet: CSSStyleSheet | null = null

/** Sets the shades of the primary color; null restores the theme's own. */
export function applyAccent(accent: string | null): void {
  if (accent === null && sheet === null) return
  if (sheet === null) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  sheet.replaceSync(accent === null ? '' : rulesOf(accent))
}

/** Must override the theme's own rules, some of which repeat :root. */
const ROOT = ':root:root:root'

function rulesOf(accent: string): string {
  const { shades, tints } = accentShades(accent)
  const ten = shades.map((shade, index) => `--mantine-color-pine-${index}: ${shade};`).join('')
  const tinted = (scheme: 'light' | 'dark') =>
    `${ROOT}[data-mantine-color-scheme="${scheme}"] {
      --mantine-color-pine-light: ${tints[scheme].base};
      --mantine-color-pine-light-hover: ${tints[scheme].hover};
      --mantine-color-pine-outline-hover: ${tints[scheme].base};
      --mantine-color-pine-light-color: ${scheme === 'light' ? shades[6] : shades[3]};
    }`
  return `${ROOT} {${ten}} ${tinted('light')} ${tinted('dark')}`
}
