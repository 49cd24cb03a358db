import { afterEach, expect, test, vi } from 'vitest'
import { readFormDraft, writeFormDraft } from '#client/lib/session/form-drafts.ts'
import { clearStored, readStored, storeFor, writeStored } from '#client/lib/session/local-store.ts'

afterEach(() => {
  clearStored()
  vi.unstubAllGlobals()
})

const denied = () => {
  throw new DOMException('Denied', 'SecurityError')
}
const full = { getItem: () => null, setItem: denied, removeItem: () => {} }
const blocked = { getItem: denied, setItem: denied, removeItem: denied }

test.for([
  ['missing', null],
  ['full', full],
  ['blocked', blocked],
])('where storage is %s, input is stored until sign-out or a reload', ([, storage]) => {
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  const draft = { typed: { name: 'Acme' }, before: { name: '' } }
  storeFor('nora')
  writeStored('note', 'Call Acme')
  writeFormDraft('nora', 'client', draft)
  storeFor('nora')
  expect(readStored('note')).toBe('Call Acme')
  expect(readFormDraft('nora', 'client')).toEqual(draft)
  storeFor('emma')
  expect(readStored('note')).toBe('')
  expect(readFormDraft('nora', 'client')).toBeNull()
})
