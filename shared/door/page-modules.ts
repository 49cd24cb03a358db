/** The modules that each address loads besides the first screen, as the build found them in its route. */
export type PageModules = Readonly<Record<string, readonly string[]>>

/** Their file in the built client. */
export const PAGE_MODULES_FILE = '.vite/page-modules.json'
