import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join, resolve } from 'node:path'
import type { AnyTRPCRouter } from '@trpc/server'
import { type Request, type RequestHandler, Router } from 'express'
import expressStaticGzip from 'express-static-gzip'
import type { AuthInfoDto } from '#shared/auth.ts'
import { FIRST_LOOKS_FILE, type FirstLook, firstLookOf, NAME_MARK, NONCE_MARK } from '#shared/first-look.ts'
import { OPEN_PAGES, PAGES } from '#shared/pages.ts'
import { escapeHtml } from '../adapters/html.ts'
import type { Config } from '../core/config.ts'
import type { Services } from '../core/context.ts'
import type { FloodGuard } from './flood-guard.ts'
import { preloadTags, readManifest } from './page-chunks.ts'
import { type FirstCalls, firstAnswersTag, pageDataTag, readFirstAnswers, readPageData } from './page-data.ts'
import { createPageHeaders, pageNonce } from './page-headers.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const TITLE = /<title>[^<]*<\/title>/
const SCRIPTS = /<(?:script type="module"|link rel="modulepreload")/g
const FIRST_LOOK = /<!--first-look-->.*<!--\/first-look-->/s
export const CLIENT_FOLDER = join(ROOT, 'dist/client')

/** The portal's pages and their files, built or straight from Vite; `close` ends what it runs. */
export interface ClientFront {
  router: Router
  close: () => Promise<void>
}

interface BuiltClientOptions {
  clientFolder?: string
  firstCalls?: FirstCalls
}

export function serveBuiltClient(
  services: Services,
  router: AnyTRPCRouter,
  guard: FloodGuard,
  { clientFolder: folder = CLIENT_FOLDER, firstCalls }: BuiltClientOptions,
): ClientFront {
  const { config } = services
  const index = join(folder, 'index.html')
  if (!existsSync(index)) {
    throw new Error('The client is not built yet. Run "npm run build" first, or "npm run dev" to develop.')
  }
  const page = readFileSync(index, 'utf8')
    .replace(TITLE, `<title>${NAME_MARK}</title>`)
    // Sheets and fonts first: the page is seen before its scripts are here.
    .replaceAll(SCRIPTS, '$& fetchpriority="low"')
  const manifest: object = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8'))
  const chunks = readManifest(folder)
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
  pages.get('/{*path}', onlyPages, ...createPageHeaders(config, { dev: false }), async (req, res) => {
    const known = await readPageData(services, guard, req, res)
    const user = known?.data.session.user ?? null
    // Whoever is signed in stands in the page, so nobody keeps it.
    res.setHeader('cache-control', user === null ? 'no-cache' : 'private, no-store')
    res.vary('cookie')
    const address = pageOf(req)
    const plain = Object.keys(req.query).length === 0
    const preloads = user !== null || OPEN_PAGES.includes(address) ? preloadTags(chunks, address) : ''
    const head = preloads + (known === null ? '' : pageDataTag(known.data))
    const look = known !== null && user === null && plain ? lookOf(address, known.data.info) : undefined
    const fresh = (look === undefined ? page : page.replace(FIRST_LOOK, () => look))
      .replaceAll(NONCE_MARK, pageNonce(res))
      .replaceAll(NAME_MARK, () => escapeHtml(config.appName))
      .replace('</head>', () => `${head}</head>`)
    res.type('html')
    if (known === null || user === null || OPEN_PAGES.includes(address)) return res.send(fresh)
    // The browser fetches sheets and scripts while the first answers are read.
    const end = fresh.lastIndexOf('</body>')
    res.write(fresh.slice(0, end))
    res.flush()
    const calls = firstCalls?.(address, !plain, user, known.ctx.now) ?? []
    const answers = await readFirstAnswers({ router, ctx: known.ctx, guard, res }, calls)
    res.end(firstAnswersTag(answers) + fresh.slice(end))
  })
  return { router: pages, close: async () => {} }
}

/** Vite in the same process and on the same port, with hot reload. */
export async function serveLiveClient(config: Config, server: Server): Promise<ClientFront> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: ROOT,
    // The default loader touches the watched folder, and `node --watch` would restart for ever.
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: { server }, hmr: { server } },
  })
  const router = Router()
  router.use(vite.middlewares)
  router.get('/{*path}', onlyPages, ...createPageHeaders(config, { dev: true }), async (req, res) => {
    const template = await readFile(join(ROOT, 'index.html'), 'utf8')
    const html = await vite.transformIndexHtml(req.originalUrl, template)
    res.type('html').send(html.replaceAll(NONCE_MARK, pageNonce(res)))
  })
  return { router, close: () => vite.close() }
}

/** Paths that look like a file or an interface are no pages: they must not answer with one. */
const NOT_PAGES = /^\/(api|trpc|assets|webhooks)(\/|$)/i

/** The address without slashes at its end. */
const pageOf = (req: Request): string => req.path.replace(/(.)\/+$/, '$1')

const onlyPages: RequestHandler = (req, res, next) => {
  if (req.path.includes('.') || NOT_PAGES.test(req.path)) return next('router')
  res.removeHeader('content-encoding')
  if (!Object.hasOwn(PAGES, pageOf(req))) {
    // Whoever asks for a page by name sees that there is none; a program hears it in its own terms.
    if (!req.headers.accept?.includes('text/html')) return next('router')
    res.status(404)
  }
  next()
}

/** Vite puts a hash of the content into the names of what it builds, so those never change. */
function setCacheHeaders(res: { setHeader(name: string, value: string): void }, path: string): void {
  const hashed = /[\\/]assets[\\/]/.test(path)
  res.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
}
