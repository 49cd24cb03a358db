// Runs before the program inside the executable: unpacks the files it reads (pages, fonts and the SQLite
// driver) into a private folder of this process, with the project's structure.
{
  const fs = process.getBuiltinModule('node:fs')
  const { dirname, join } = process.getBuiltinModule('node:path')
  const { getAssetKeys, getRawAsset } = process.getBuiltinModule('node:sea')
  const folder = fs.mkdtempSync(join(process.getBuiltinModule('node:os').tmpdir(), 'foyer-'))
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
  for (const key of getAssetKeys()) {
    const path = join(folder, key)
    fs.mkdirSync(dirname(path), { recursive: true })
    fs.writeFileSync(path, new Uint8Array(getRawAsset(key)))
  }
  globalThis.foyerAssetFolder = folder
  const { pathToFileURL } = process.getBuiltinModule('node:url')
  /** Where a module of the project would be, so that it finds the files beside it and the project's root. */
  globalThis.pathOfModule = (path) => join(folder, path)
  globalThis.urlOfModule = (path) => pathToFileURL(join(folder, path)).href
  globalThis.moduleUrl = globalThis.urlOfModule('module.js')
  globalThis.require = process.getBuiltinModule('node:module').createRequire(globalThis.moduleUrl)
}
