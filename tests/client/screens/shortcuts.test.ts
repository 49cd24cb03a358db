import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { typedKey, useShortcuts } from '#client/lib/shortcuts.ts'

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

test('only letters are taken from their place on the keyboard', () => {
  const keyOf = (key: string, code: string) => typedKey(new KeyboardEvent('keydown', { key, code }))
  expect([keyOf('?', 'Digit7'), keyOf('ё', 'Backquote'), keyOf('Enter', 'Enter')]).toEqual([
    '?',
    'ё',
    'Enter',
  ])
})
