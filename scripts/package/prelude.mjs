// Runs before the program inside the executable: names the folder with its files (pages, fonts and the SQLite driver),
// which has the project's structure. It is beside the data, because temporary folders get cleaned and may be noexec.
{
  const { join, resolve } = process.getBuiltinModule('node:path')
  const { pathToFileURL } = process.getBuiltinModule('node:url')
  const folder = join(resolve(process.env.DATA_DIR || 'data'), 'program', foyerBuild)
  globalThis.foyerAssetFolder = folder
  /** The path a module would have in the project, so that it finds the files beside it and the project's root. */
  globalThis.pathOfModule = (path) => join(folder, path)
  globalThis.urlOfModule = (path) => pathToFileURL(join(folder, path)).href
  globalThis.moduleUrl = globalThis.urlOfModule('module.js')
  globalThis.require = process.getBuiltinModule('node:module').createRequire(globalThis.moduleUrl)
}
