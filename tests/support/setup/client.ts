import { setImmediate } from 'node:timers/promises'
import { configure } from '@testing-library/react'
import { afterAll } from 'vitest'
import { PATIENCE } from '../patience.ts'

configure({ asyncUtilTimeout: PATIENCE.expectMs })

// happy-dom has no fonts; text areas that grow with their text listen for them.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

// Test files share a page, too.
afterAll(async () => {
  // The first toast loads its host, which must not appear in the next file.
  await import('#client/lib/toasts/toast-host.tsx')
  await setImmediate()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})
