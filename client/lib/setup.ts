import { styleNonce } from './csp.ts'

// Imported first: both libraries come later, in chunks of their own, and read their settings from here.
Object.assign(globalThis, {
  // zod would otherwise probe `new Function`, which the content policy forbids and reports.
  __zod_globalConfig: { jitless: true },
  // react-remove-scroll, below every dialog, adds a style element.
  __webpack_nonce__: styleNonce(),
})
