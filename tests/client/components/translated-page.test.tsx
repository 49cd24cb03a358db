import { MantineProvider } from '@mantine/core'
import { cleanup, render, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SaveState } from '#client/components/forms/autosave/save-state.tsx'
import { tolerateTranslation } from '#client/lib/loading/translated-page.ts'

let undo: () => void
beforeEach(() => {
  undo = tolerateTranslation()
})
afterEach(() => {
  cleanup()
  undo()
})

/** As Chrome does: the text is moved into an element, or replaced by one. */
function translate(root: Element, how: 'moves' | 'replaces'): void {
  const texts = document.createNodeIterator(root, NodeFilter.SHOW_TEXT)
  const found: Node[] = []
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) found.push(text)
  for (const text of found) {
    const font = document.createElement('font')
    text.parentNode?.replaceChild(font, text)
    font.append(how === 'moves' ? text : `«${text.nodeValue}»`)
  }
}

test.each(['moves', 'replaces'] as const)('a translator that %s texts doesn’t crash the screen', (how) => {
  const Sample = ({ early, late }: { early: boolean; late: boolean }) => (
    <p>
      {early && 'Early '}
      {late && <b>then</b>}
      {'always'}
    </p>
  )
  const { container, rerender } = render(<Sample early late={false} />)
  translate(container, how)
  rerender(<Sample early late />)
  expect(container.querySelector('b')?.textContent).toBe('then')
  rerender(<Sample early={false} late={false} />)
  expect(container.querySelector('b')).toBeNull()
})

test('a text that is inserted before a moved one is where it belongs', () => {
  const Sample = ({ early }: { early: boolean }) => (
    <p>
      {early && <b>early </b>}
      {'late'}
    </p>
  )
  const { container, rerender } = render(<Sample early={false} />)
  translate(container, 'moves')
  rerender(<Sample early />)
  expect(container.textContent).toBe('early late')
})

test.each(['moves', 'replaces'] as const)('the save status changes where a translator %s it', (how) => {
  const flush = async () => {}
  const shown = (state: 'saving' | 'saved') => (
    <MantineProvider env="test">
      <SaveState draft={{ state, flush }} />
    </MantineProvider>
  )
  const { container, rerender } = render(shown('saving'))
  const status = () => within(container).getByRole('status')
  translate(status(), how)
  rerender(shown('saved'))
  expect(status().textContent).toBe('Saved')
})

test('a node elsewhere remains there', () => {
  const [here, there, text] = [document.createElement('p'), document.createElement('p'), new Text('there')]
  there.append(text)
  here.removeChild(text)
  expect(there.textContent).toBe('there')
})
