import { styleNonce } from '../csp.ts'

// Imported first: both libraries load later in separate chunks and read their settings from here.
Object.assign(globalThis, {
  // zod would otherwise probe `new Function`, which violates the CSP.
  __zod_globalConfig: { jitless: true },
  // react-remove-scroll, below every dialog, adds a style element.
  __webpack_nonce__: styleNonce(),
})
