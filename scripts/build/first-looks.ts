import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/identity/auth/demo-accounts.ts'
import { type FirstLook, firstLookOf, NAME_MARK, NONCE_MARK } from '#shared/door/first-look.ts'
import type { AuthInfoDto } from '#shared/identity/auth.ts'
import { newTemporaryFolder } from '../tools/temporary-folders.ts'

const ROOT = resolve(import.meta.dirname, '../..')
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

/** The CSP forbids inline style attributes, so each becomes a rule of a style sheet with the nonce. */
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

/** Makes forms inert, because text typed before the scripts have loaded would be lost. */
const inert = (html: string): string =>
  html.includes('<form') ? `<div inert>${html.replaceAll('<input ', '<input readonly ')}</div>` : html

/** Prerenders the public pages, so that they are readable before their scripts have loaded. */
export async function renderFirstLooks(): Promise<FirstLook[]> {
  // Inside the project, so that the prerendering bundle finds its libraries.
  const dist = join(ROOT, 'dist')
  mkdirSync(dist, { recursive: true })
  const folder = await newTemporaryFolder('first-look', dist)
  try {
    return await drawWith(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function drawWith(folder: string): Promise<FirstLook[]> {
  await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'warn',
    plugins: [react()],
    build: {
      ssr: 'client/first-look.tsx',
      outDir: folder,
      // As in vite.config.ts.
      rolldownOptions: { checks: { bundlerTimings: false } },
    },
  })
  const { drawFirstLook }: typeof import('../../client/first-look.tsx') = await import(
    pathToFileURL(join(folder, 'first-look.js')).href
  )
  const looks: FirstLook[] = []
  for (const info of INSTALLATIONS) {
    for (const page of PAGES) {
      looks.push({ page, of: firstLookOf(info), html: inert(inSheet(await drawFirstLook(page, info))) })
    }
  }
  return looks
}
