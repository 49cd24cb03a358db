import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join, resolve } from 'node:path'
import type { AnyTRPCRouter } from '@trpc/server'
import { type Request, type RequestHandler, Router } from 'express'
import expressStaticGzip from 'express-static-gzip'
import {
  FIRST_LOOKS_FILE,
  type FirstLook,
  firstLookOf,
  NAME_MARK,
  NONCE_MARK,
} from '#shared/door/first-look.ts'
import { ADDRESSES, OPEN_ADDRESSES } from '#shared/door/screens.ts'
import type { AuthInfoDto } from '#shared/identity/auth.ts'
import { escapeHtml } from '../../../base/adapters/documents/html.ts'
import type { Services } from '../../../base/core/context.ts'
import type { FloodGuard } from '../guards/flood-guard.ts'
import { CLIENT_FOLDER } from './client-build.ts'
import { pagePreloads } from './page-chunks.ts'
import { type FirstCalls, firstAnswersTag, getFirstAnswers, getPageData, pageDataTag } from './page-data.ts'
import { createPageHeaders, pageNonce } from './page-headers.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')
const TITLE = /<title>[^<]*<\/title>/
const SCRIPTS = /<(?:script type="module"|link rel="modulepreload")/g
const FIRST_LOOK = /<!--first-look-->.*<!--\/first-look-->/s

/** Serves the portal's pages and assets, built or through Vite; `close` stops it. */
export interface ClientFront {
  router: Router
  close: () => Promise<void>
}

interface BuiltClientOptions {
  clientFolder?: string
  firstCalls?: FirstCalls
  patienceMs?: number
}

export function serveBuiltClient(
  services: Services,
  router: AnyTRPCRouter,
  guard: FloodGuard,
  { clientFolder: folder = CLIENT_FOLDER, firstCalls, patienceMs }: BuiltClientOptions,
): ClientFront {
  const { config } = services
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
    .replace(TITLE, `<title>${NAME_MARK}</title>`)
    // Stylesheets and fonts first: the page is visible before its scripts have loaded.
    .replaceAll(SCRIPTS, '$& fetchpriority="low"')
  const manifest: object = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8'))
  const preloadsOf = pagePreloads(folder)
  const looks: FirstLook[] = JSON.parse(readFileSync(join(folder, FIRST_LOOKS_FILE), 'utf8'))
  const lookOf = (address: string, info: AuthInfoDto): string | undefined =>
    looks.find((look) => look.page === address && look.of === firstLookOf(info))?.html
  const pages = Router()
  pages.get('/manifest.webmanifest', (_req, res) => {
    res.setHeader('cache-control', 'no-cache')
    res.type('application/manifest+json')
    res.send(JSON.stringify({ ...manifest, name: config.appName, short_name: config.appName }))
  })
  pages.get('/index.html', (_req, res) => res.redirect(301, '/'))
  pages.use(
    expressStaticGzip(folder, {
      enableBrotli: true,
      orderPreference: ['br', 'gz'],
      index: false,
      serveStatic: { index: false, redirect: false, dotfiles: 'ignore', setHeaders: setCacheHeaders },
    }),
  )
  pages.get(
    '/{*path}',
    onlyPages,
    ...createPageHeaders({ dev: false, publicUrl: config.publicUrl }),
    async (req, res) => {
      const pageData = await getPageData(services, guard, req, res)
      const user = pageData?.data.session.user ?? null
      // The page contains the signed-in user, so it must not be cached.
      res.setHeader('cache-control', user === null ? 'no-cache' : 'private, no-store')
      res.vary('cookie')
      const address = pageOf(req)
      const plain = Object.keys(req.query).length === 0
      const preloads = user !== null || OPEN_ADDRESSES.includes(address) ? preloadsOf(address) : ''
      const head = preloads + (pageData === null ? '' : pageDataTag(pageData.data))
      const look =
        pageData !== null && user === null && plain ? lookOf(address, pageData.data.info) : undefined
      const fresh = (look === undefined ? page : page.replace(FIRST_LOOK, () => look))
        .replaceAll(NONCE_MARK, pageNonce(res))
        .replaceAll(NAME_MARK, () => escapeHtml(config.appName))
        .replace('</head>', () => `${head}</head>`)
      res.type('html')
      if (pageData === null || user === null || OPEN_ADDRESSES.includes(address)) return res.send(fresh)
      // The browser loads stylesheets and scripts while the first results are read.
      const end = fresh.lastIndexOf('</body>')
      res.write(fresh.slice(0, end))
      res.flush()
      const calls = firstCalls?.(address, !plain, user, pageData.ctx.now) ?? []
      const answers = await getFirstAnswers({ router, ctx: pageData.ctx, guard, res, patienceMs }, calls)
      res.end(firstAnswersTag(answers) + fresh.slice(end))
    },
  )
  return { router: pages, close: async () => {} }
}

/** Vite in the same process and on the same port, with hot reload. */
export async function serveLiveClient({ config }: Services, server: Server): Promise<ClientFront> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: ROOT,
    // The default loader writes to the watched folder, which makes `node --watch` restart endlessly.
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: { server }, hmr: { server } },
  })
  const router = Router()
  router.use(vite.middlewares)
  router.get(
    '/{*path}',
    onlyPages,
    ...createPageHeaders({ dev: true, publicUrl: config.publicUrl }),
    async (req, res) => {
      const template = await readFile(join(ROOT, 'index.html'), 'utf8')
      const html = await vite.transformIndexHtml(req.originalUrl, template)
      res.type('html').send(html.replaceAll(NONCE_MARK, pageNonce(res)))
    },
  )
  return { router, close: () => vite.close() }
}

/** Paths of assets and APIs never serve a page. */
const NOT_PAGES = /^\/(api|trpc|assets|webhooks)(\/|$)/i

/** The path without trailing slashes. */
const pageOf = (req: Request): string => req.path.replace(/(.)\/+$/, '$1')

const onlyPages: RequestHandler = (req, res, next) => {
  if (req.path.includes('.') || NOT_PAGES.test(req.path)) return next('router')
  res.removeHeader('content-encoding')
  if (!ADDRESSES.includes(pageOf(req))) {
    // Browsers get a not-found page, API clients a JSON error.
    if (!req.headers.accept?.includes('text/html')) return next('router')
    res.status(404)
  }
  next()
}

/** Vite's file names contain a hash of the content, so the files never change. */
function setCacheHeaders(res: { setHeader(name: string, value: string): void }, path: string): void {
  const hashed = /[\\/]assets[\\/]/.test(path)
  res.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
}
