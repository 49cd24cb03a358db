import { configure } from '@testing-library/react'
import { afterAll } from 'vitest'
import { PATIENCE } from '../patience.ts'

configure({ asyncUtilTimeout: PATIENCE.expectMs })

// Test files share a page, too.
afterAll(() => {
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})
