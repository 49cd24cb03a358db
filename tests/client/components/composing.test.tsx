import { globSync, readFileSync } from 'node:fs'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { TextListField } from '#client/components/fields/text-list-field.tsx'

afterEach(cleanup)

test.each([
  ['Chrome and Firefox', { isComposing: true, keyCode: 229 }],
  ['Safari', { isComposing: false, keyCode: 229 }],
])('in %s, the Enter that accepts a word of an input method editor does nothing else', (_, taken) => {
  const onChange = vi.fn()
  render(
    <MantineProvider env="test">
      <TextListField label="Tags" value={[]} onChange={onChange} />
    </MantineProvider>,
  )
  const field = screen.getByRole('textbox', { name: 'Tags' })
  fireEvent.change(field, { target: { value: '会議' } })
  fireEvent.keyDown(field, { key: 'Enter', ...taken })
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  expect(onChange).toHaveBeenCalledExactlyOnceWith(['会議'])
})

test('every field handles composition the same way', () => {
  const own = globSync('client/**/*.{ts,tsx}').filter((file) =>
    readFileSync(file, 'utf8').includes('nativeEvent.isComposing'),
  )
  expect(own).toEqual(['client/lib/composing.ts'])
})
