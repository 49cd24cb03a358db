import { renderHook } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { browserStorage } from '#client/lib/session/storage.ts'
import { isWithControl, setSingleKeys, typedKey, useShortcuts } from '#client/lib/shortcuts.ts'

test.each([
  ['a Latin layout, by its letter', 'c', 'KeyI'],
  ['a Cyrillic layout', 'с', 'KeyC'],
  ['a Greek layout', 'ψ', 'KeyC'],
  ['a Hebrew layout', 'ב', 'KeyC'],
])('letters are shortcuts on %s', (_, key, code) => {
  const act = vi.fn()
  const { unmount } = renderHook(() => useShortcuts({ c: act }))
  document.dispatchEvent(new KeyboardEvent('keydown', { key, code }))
  expect(act).toHaveBeenCalledTimes(1)
  unmount()
})

test('single-key shortcuts can be turned off; Ctrl or ⌘ with a letter remains', () => {
  const act = vi.fn()
  const { unmount } = renderHook(() => useShortcuts({ c: act }))
  onTestFinished(() => {
    unmount()
    browserStorage.remove('single-keys')
  })
  const press = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', code: 'KeyC' }))
  setSingleKeys(false)
  press()
  expect(act).not.toHaveBeenCalled()
  expect(isWithControl(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }), 'k')).toBe(true)
  setSingleKeys(true)
  press()
  expect(act).toHaveBeenCalledTimes(1)
})

test('only letters are taken from their place on the keyboard', () => {
  const keyOf = (key: string, code: string) => typedKey(new KeyboardEvent('keydown', { key, code }))
  expect([keyOf('?', 'Digit7'), keyOf('ё', 'Backquote'), keyOf('Enter', 'Enter')]).toEqual([
    '?',
    'ё',
    'Enter',
  ])
})
