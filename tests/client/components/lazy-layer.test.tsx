import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { PRELOADING } from '#client/lib/loading/when-idle.ts'

afterEach(cleanup)

const loader = () =>
  vi.fn(async () => ({ Drawer: ({ id = 'none' }: { id?: string | null }) => <p>Drawer of {id}</p> }))

test('loads a layer when it first opens and keeps it mounted for its closing animation', async () => {
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

test('opens a layer without props by its search parameter', async () => {
  const load = loader()
  const Drawer = lazyLayer(load, 'Drawer', 'task')
  const routeTree = createRootRoute({ component: Drawer, validateSearch: (search) => search })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  await act(async () => void render(<RouterProvider router={router} />))
  expect(load).not.toHaveBeenCalled()
  await act(() => router.navigate({ to: '/', search: { task: 'a' } as never }))
  expect(await screen.findByText('Drawer of none')).toBeDefined()
})

test('mounts a lazily loaded dialog closed first, so that focus can be returned', async () => {
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

test('a layer of a record never has another id than that record’s, which it queries', async () => {
  const seen: unknown[] = []
  const Dialog = ({ id }: { id: string }) => {
    seen.push(id)
    return <p>Dialog of {id}</p>
  }
  const Lazy = lazyLayer(async () => ({ Dialog }), 'Dialog')
  await act(async () => void render(<Lazy id="a" />))
  expect(await screen.findByText('Dialog of a')).toBeDefined()
  expect(new Set(seen)).toEqual(new Set(['a']))
})

test('preloads pending chunks on first interaction with the page', async () => {
  const module = loader()
  const load = vi.fn(() => {
    expect(performance.getEntriesByName(PRELOADING), 'measurements of the screen end before').toHaveLength(1)
    return module()
  })
  lazyLayer(load, 'Drawer')
  expect(load).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('pointermove'))
  await expect.poll(() => load).toHaveBeenCalledTimes(1)
  expect(module).toHaveBeenCalledTimes(1)
})
