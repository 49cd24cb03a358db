// Runs before the program inside the executable: what it reads from files (the pages, fonts and the
// SQLite driver) is laid out in a private folder of this process, as it is in the project's tree.
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
  // The depth of the modules that look for the project's root from their own folder.
  globalThis.moduleFolder = join(folder, 'server', 'http')
  globalThis.moduleUrl = process
    .getBuiltinModule('node:url')
    .pathToFileURL(join(globalThis.moduleFolder, 'module.js')).href
  globalThis.require = process.getBuiltinModule('node:module').createRequire(globalThis.moduleUrl)
}
