import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'

const ROOT = resolve(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'dist/package')
const EXECUTABLE = join(ROOT, process.platform === 'win32' ? 'dist/foyer.exe' : 'dist/foyer')
const DRIVER = `node_modules/better-sqlite3/prebuilds/${platformName()}.node`
const FONTS = 'node_modules/@expo-google-fonts/inter'
/** A thread loads its program from a file: the documents' lies beside the fonts it reads. */
const THREADS = [
  { source: 'server/adapters/document-worker.ts', openedBy: /adapters[\\/]document-renderer\.ts$/ },
  { source: 'server/adapters/vendor-exports/thread.ts', openedBy: /adapters[\\/]vendor-export-reader\.ts$/ },
]

/** Makes one executable for this platform with the client, the migrations and the SQLite driver inside. */
async function main(): Promise<void> {
  if (statSync(join(ROOT, 'dist/client/index.html'), { throwIfNoEntry: false }) === undefined) {
    throw new Error('Build the client first: npm run build')
  }
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  await bundle(join(FOLDER, 'main.mjs'))
  for (const { source } of THREADS) await bundleThread(source)
  const config = join(FOLDER, 'sea.json')
  writeFileSync(
    config,
    JSON.stringify({
      main: join(FOLDER, 'main.mjs'),
      mainFormat: 'module',
      output: EXECUTABLE,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      assets: {
        ...Object.fromEntries(assets().map((path) => [path, join(ROOT, path)])),
        ...Object.fromEntries(THREADS.map(({ source }) => [bundled(source), bundleOf(source)])),
      },
    }),
  )
  execFileSync(process.execPath, ['--build-sea', config], { stdio: 'inherit' })
  console.log(`${EXECUTABLE} (${Math.round(statSync(EXECUTABLE).size / 1_000_000)} MB)`)
}

/** What the bundle of a thread's source is called among the assets, and where it is made. */
const bundled = (source: string): string => source.replace(/\.ts$/, '.mjs')
const bundleOf = (source: string): string => join(FOLDER, basename(bundled(source)))

const assets = (): string[] => [
  ...globSync(['dist/client/**/*', 'dist/client/.vite/*'], { cwd: ROOT }).filter((path) =>
    statSync(join(ROOT, path)).isFile(),
  ),
  DRIVER,
  `${FONTS}/package.json`,
  `${FONTS}/400Regular/Inter_400Regular.ttf`,
  `${FONTS}/600SemiBold/Inter_600SemiBold.ttf`,
]

async function bundle(outfile: string): Promise<void> {
  await build({
    entryPoints: [join(ROOT, 'scripts/foyer.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node26',
    // Only needed to develop, or native and optional: the program does without them.
    external: ['vite', 'sharp', 'pg-native'],
    define: {
      'import.meta.url': 'moduleUrl',
      'import.meta.dirname': 'moduleFolder',
      // Each command runs by itself outside the executable only.
      'import.meta.main': 'false',
    },
    banner: { js: readFileSync(join(import.meta.dirname, 'package/prelude.mjs'), 'utf8') },
    plugins: [loadDriverFromAssets, bundleFileReader, ...THREADS.map(nameBundledThread)],
    logLevel: 'warning',
  })
}

async function bundleThread(source: string): Promise<void> {
  await build({
    entryPoints: [join(ROOT, source)],
    outfile: bundleOf(source),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node26',
    banner: {
      js: "globalThis.require = process.getBuiltinModule('node:module').createRequire(import.meta.url)",
    },
    logLevel: 'warning',
  })
}

/** The driver is a native library: it is loaded from the folder the executable lays its assets out in. */
const loadDriverFromAssets: Plugin = {
  name: 'sqlite-driver',
  setup({ onLoad }) {
    onLoad({ filter: /better-sqlite3[\\/]lib[\\/]binding\.js$/ }, () => ({
      loader: 'js',
      contents: `
        let addon
        exports.getBinding = () => {
          if (addon !== undefined) return addon
          const loaded = { exports: {} }
          process.dlopen(loaded, require('node:path').join(globalThis.foyerAssetFolder, ${JSON.stringify(DRIVER)}))
          addon = loaded.exports
          return addon
        }`,
    }))
  },
}

/** The detection of file types hides one import from bundlers; inside the executable nothing else can be loaded. */
const bundleFileReader: Plugin = {
  name: 'file-reader',
  setup({ onLoad }) {
    onLoad({ filter: /file-type[\\/]source[\\/]index\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const contents = source.replace("importAtRuntime('strtok3')", "import('strtok3')")
      if (contents === source) throw new Error('file-type loads its file reader in another way now')
      return { loader: 'js', contents }
    })
  },
}

/** A thread runs its bundle in place of the source. */
const nameBundledThread = ({ source, openedBy }: (typeof THREADS)[number]): Plugin => ({
  name: bundled(source),
  setup({ onLoad }) {
    onLoad({ filter: openedBy }, ({ path }) => {
      const opening = readFileSync(path, 'utf8')
      const contents = opening.replace(`${basename(source)}'`, `${basename(bundled(source))}'`)
      if (contents === opening) throw new Error(`${source} is opened in another way now`)
      return { loader: 'ts', contents }
    })
  },
})

/** As the driver's prebuilt files are named. */
function platformName(): string {
  const header = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  const musl = process.platform === 'linux' && header.header.glibcVersionRuntime === undefined
  return `${process.platform}${musl ? 'musl' : ''}-${process.arch}`
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
