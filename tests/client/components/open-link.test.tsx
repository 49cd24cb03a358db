import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { OpenLink } from '#client/components/lists/open-link.tsx'

afterEach(cleanup)

async function setUp() {
  const Page = () => (
    <OpenLink opens={{ task: 'a', peek: null }} className="row">
      First task
    </OpenLink>
  )
  const routeTree = createRootRoute({ component: Page, validateSearch: (search) => search })
  const history = createMemoryHistory({ initialEntries: ['/?view=list&peek=b'] })
  const router = createRouter({ routeTree, history })
  await act(async () => void render(<RouterProvider router={router} />))
  const link = await screen.findByRole('button', { name: 'First task' })
  return { link, address: () => router.state.location.href }
}

test('a record has a URL that opens in other tabs', async () => {
  const { link } = await setUp()
  expect(link.getAttribute('href')).toBe('/?view=list&task=a')
})

test.each([
  ['a click', (link: HTMLElement) => fireEvent.click(link)],
  ['the space bar', (link: HTMLElement) => fireEvent.keyDown(link, { key: ' ' })],
])('%s opens it in this tab', async (_, open) => {
  const { link, address } = await setUp()
  await act(async () => void open(link))
  await expect.poll(address).toBe('/?view=list&task=a')
})

test("a click that opens another tab doesn't navigate this one", async () => {
  const { link, address } = await setUp()
  await act(async () => void fireEvent.click(link, { ctrlKey: true }))
  expect(address()).toBe('/?view=list&peek=b')
})
