import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'

const ROOT = resolve(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'dist/package')
const EXECUTABLE = join(ROOT, process.platform === 'win32' ? 'dist/foyer.exe' : 'dist/foyer')
const DRIVER = `node_modules/better-sqlite3/prebuilds/${platformName()}.node`
const FONTS = 'node_modules/@expo-google-fonts'
/** A worker thread loads its program from a file; the one for documents is next to its fonts. */
const THREADS = [
  {
    source: 'server/base/adapters/documents/document-thread.ts',
    openedBy: /adapters[\\/]documents[\\/]document-renderer\.ts$/,
  },
  {
    source: 'server/base/adapters/bank-files/bank-thread.ts',
    openedBy: /adapters[\\/]bank-files[\\/]bank-file-reader\.ts$/,
  },
  {
    source: 'server/base/adapters/vendor-exports/vendor-export-thread.ts',
    openedBy: /adapters[\\/]vendor-exports[\\/]vendor-export-reader\.ts$/,
  },
]

/** Builds one executable for this platform with the client, the migrations and the SQLite driver. */
async function main(): Promise<void> {
  if (statSync(join(ROOT, 'dist/client/index.html'), { throwIfNoEntry: false }) === undefined) {
    throw new Error('Build the client first: npm run build')
  }
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  for (const { source } of THREADS) await bundleThread(source)
  const packed = packedFiles()
  await bundle(join(FOLDER, 'main.mjs'), digestOf(packed))
  const config = join(FOLDER, 'sea.json')
  writeFileSync(
    config,
    JSON.stringify({
      main: join(FOLDER, 'main.mjs'),
      mainFormat: 'module',
      output: EXECUTABLE,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      assets: packed,
    }),
  )
  execFileSync(process.execPath, ['--build-sea', config], { stdio: 'inherit' })
  console.log(`${EXECUTABLE} (${Math.round(statSync(EXECUTABLE).size / 1_000_000)} MB)`)
}

/** A worker's bundle: its asset name and output path. */
const bundled = (source: string): string => source.replace(/\.ts$/, '.mjs')
const bundleOf = (source: string): string => join(FOLDER, basename(bundled(source)))

/** The files to unpack, by their path in the project. */
const packedFiles = (): Record<string, string> => ({
  ...Object.fromEntries(assets().map((path) => [path, join(ROOT, path)])),
  ...Object.fromEntries(THREADS.map(({ source }) => [bundled(source), bundleOf(source)])),
})

/** Names the folder into which this build's files are unpacked. */
function digestOf(packed: Record<string, string>): string {
  const hash = createHash('sha256')
  for (const [name, path] of Object.entries(packed)) hash.update(`${name}\0`).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

const assets = (): string[] => [
  ...globSync(['dist/client/**/*', 'dist/client/.vite/*'], { cwd: ROOT }).filter((path) =>
    statSync(join(ROOT, path)).isFile(),
  ),
  DRIVER,
  ...globSync(
    [`${FONTS}/*/package.json`, `${FONTS}/*/400Regular/*.ttf`, `${FONTS}/inter/600SemiBold/*.ttf`],
    { cwd: ROOT },
  ).map((path) => path.replaceAll('\\', '/')),
]

async function bundle(outfile: string, digest: string): Promise<void> {
  await build({
    entryPoints: [join(ROOT, 'scripts/foyer.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node26',
    // Development-only, or native and optional: the program works without them.
    external: ['vite', 'sharp', 'pg-native'],
    define: {
      'import.meta.url': 'moduleUrl',
      // Commands run directly only outside the executable.
      'import.meta.main': 'false',
    },
    banner: {
      js: `const foyerBuild = '${digest}'\n${readFileSync(join(import.meta.dirname, 'prelude.mjs'), 'utf8')}`,
    },
    plugins: [loadDriverFromAssets, bundleFileReader, locateModules],
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

/** The driver is a native library, loaded from the folder into which the executable unpacks its assets. */
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
          try {
            process.dlopen(loaded, require('node:path').join(globalThis.foyerAssetFolder, ${JSON.stringify(DRIVER)}))
          } catch (cause) {
            throw new Error(
              "The SQLite driver can't be loaded (" + cause.message + '). ' +
                'If DATA_DIR is on a disk mounted with noexec, move it to one from which programs may run.',
              { cause },
            )
          }
          addon = loaded.exports
          return addon
        }`,
    }))
  },
}

/** The file type library hides an import from bundlers, which the executable couldn't resolve. */
const bundleFileReader: Plugin = {
  name: 'file-reader',
  setup({ onLoad }) {
    onLoad({ filter: /file-type[\\/]source[\\/]index\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const contents = source.replace("importAtRuntime('strtok3')", "import('strtok3')")
      if (contents === source) throw new Error('file-type now loads its file reader differently')
      return { loader: 'js', contents }
    })
  },
}

/** Modules see their own place among the unpacked files, and a worker runs its bundle instead of its source. */
const locateModules: Plugin = {
  name: 'locations',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      if (path.includes('node_modules') || !source.includes('import.meta.')) return undefined
      const place = relative(ROOT, path).replaceAll('\\', '/')
      const thread = THREADS.find(({ openedBy }) => openedBy.test(path))?.source
      const opening =
        thread === undefined
          ? source
          : source.replace(`${basename(thread)}'`, `${basename(bundled(thread))}'`)
      if (thread !== undefined && opening === source) throw new Error(`${thread} is now opened differently`)
      const contents = opening
        .replaceAll('import.meta.dirname', `pathOfModule(${JSON.stringify(dirname(place))})`)
        .replaceAll('import.meta.url', `urlOfModule(${JSON.stringify(place)})`)
      return {
        loader: 'ts',
        contents: `declare const pathOfModule, urlOfModule: (path: string) => string\n${contents}`,
      }
    })
  },
}

/** The file name format of the driver's prebuilt binaries. */
function platformName(): string {
  const header = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  const musl = process.platform === 'linux' && header.header.glibcVersionRuntime === undefined
  return `${process.platform}${musl ? 'musl' : ''}-${process.arch}`
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
