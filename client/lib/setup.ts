import { config } from 'zod/v4/core'
import { styleNonce } from './csp.ts'

// Imported first. The content security policy forbids `new Function`, which zod would otherwise probe.
config({ jitless: true })

// react-remove-scroll, below every dialog, reads its nonce from here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
