import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyLayer } from '#client/components/lazy-layer.tsx'

afterEach(cleanup)

let search: Record<string, unknown> = {}
vi.mock('@tanstack/react-router', () => ({ useSearch: () => search }))

const loader = () =>
  vi.fn(async () => ({ Drawer: ({ id = 'none' }: { id?: string | null }) => <p>Drawer of {id}</p> }))

test('a layer loads when it first opens, and stays for its way out', async () => {
  const load = loader()
  const Drawer = lazyLayer(load, 'Drawer')
  const { rerender } = render(<Drawer id={null} />)
  expect(load).not.toHaveBeenCalled()
  await act(async () => rerender(<Drawer id="a" />))
  expect(await screen.findByText('Drawer of a')).toBeDefined()
  await act(async () => rerender(<Drawer id={null} />))
  expect(screen.getByText(/Drawer of/)).toBeDefined()
  expect(load).toHaveBeenCalledTimes(1)
})

test('a layer without properties opens by its search parameter', async () => {
  const load = loader()
  const Drawer = lazyLayer(load, 'Drawer', 'task')
  const { rerender } = render(<Drawer />)
  expect(load).not.toHaveBeenCalled()
  search = { task: 'a' }
  await act(async () => rerender(<Drawer />))
  expect(await screen.findByText('Drawer of none')).toBeDefined()
})

test('what loads as it opens is closed first, as a dialog gives the focus back only to what it opened from', async () => {
  const seen: boolean[] = []
  const Dialog = ({ opened }: { opened: boolean }) => {
    seen.push(opened)
    return <p>{opened ? 'Opened' : 'Closed'}</p>
  }
  const Lazy = lazyLayer(async () => ({ Dialog }), 'Dialog')
  await act(async () => void render(<Lazy opened />))
  expect(await screen.findByText('Opened')).toBeDefined()
  expect(seen[0]).toBe(false)
})

test('the first use of the page loads what waits', async () => {
  const load = loader()
  lazyLayer(load, 'Drawer')
  expect(load).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('pointermove'))
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1), 15_000)
})
