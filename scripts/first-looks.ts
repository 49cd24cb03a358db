import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/auth/demo-accounts.ts'
import { CLIENT_FOLDER } from '#server/http/client.ts'
import type { AuthInfoDto } from '#shared/auth.ts'
import { FIRST_LOOKS_FILE, type FirstLook, firstLookOf, NAME_MARK, NONCE_MARK } from '#shared/first-look.ts'

/** Draws the public pages into the built client, so that they are read before their scripts are here. */
const DRAWER = resolve(import.meta.dirname, '../dist/first-look')
const PAGES = ['/', '/auth']

const installation = (own: Partial<AuthInfoDto>): AuthInfoDto => ({
  app_name: NAME_MARK,
  logo: null,
  registration_open: true,
  demo: false,
  demo_accounts: [],
  demo_password: null,
  password_min_length: 0,
  test_mode: false,
  ...own,
})
const INSTALLATIONS = [
  installation({}),
  installation({ registration_open: false }),
  installation({
    demo: true,
    demo_accounts: DEMO_ACCOUNTS.map(({ email, label }) => ({ email, label })),
    demo_password: DEMO_PASSWORD,
  }),
]

/** The content policy lets in no style attributes of markup: each becomes a rule of a sheet with the nonce. */
function inSheet(html: string): string {
  const rules = new Map<string, number>()
  const marked = html.replace(/ style="([^"]*)"/g, (_, style: string) => {
    if (!rules.has(style)) rules.set(style, rules.size)
    return ` data-look="${rules.get(style)}"`
  })
  const sheet = [...rules].map(([style, index]) => `[data-look="${index}"]{${style}}`).join('')
  const plain = sheet.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
  return `<style nonce="${NONCE_MARK}">${plain}</style>${marked}`
}

/** Seen, but not in use yet: what is typed before the scripts are here would be lost. */
const untouchable = (html: string): string =>
  html.includes('<form') ? `<div inert>${html.replaceAll('<input ', '<input readonly ')}</div>` : html

await build({
  configFile: false,
  logLevel: 'warn',
  plugins: [react()],
  ssr: { noExternal: true },
  build: { ssr: 'client/first-look.tsx', outDir: DRAWER, emptyOutDir: true },
})
const { drawFirstLook }: typeof import('../client/first-look.tsx') = await import(
  pathToFileURL(join(DRAWER, 'first-look.js')).href
)
const looks: FirstLook[] = []
for (const info of INSTALLATIONS) {
  for (const page of PAGES) {
    looks.push({ page, of: firstLookOf(info), html: untouchable(inSheet(await drawFirstLook(page, info))) })
  }
}
writeFileSync(join(CLIENT_FOLDER, FIRST_LOOKS_FILE), JSON.stringify(looks))
rmSync(DRAWER, { recursive: true })
