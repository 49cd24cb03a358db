/**
 * The oldest browsers that the client runs in, and is built for. `client/public/before-paint.js` checks for the newest
 * features of each.
 */
export const BROWSERS = { chrome: '117', edge: '117', firefox: '121', safari: '16.4' } as const

/** In Vite's notation, such as `safari16.4`. */
export const BUILD_TARGETS = Object.entries(BROWSERS).map(([name, version]) => name + version)
