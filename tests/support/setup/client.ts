import { setImmediate } from 'node:timers/promises'
import { configure } from '@testing-library/react'
import { afterAll } from 'vitest'
import { PATIENCE } from '../patience.ts'

configure({ asyncUtilTimeout: PATIENCE.expectMs })

// Test files share a page, too.
afterAll(async () => {
  // The first toast loads its host, which must not appear in the next file.
  await import('#client/lib/toasts/toast-host.tsx')
  await setImmediate()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})
