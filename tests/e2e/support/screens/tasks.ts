import type { Locator, Page } from 'playwright/test'
import type { Page as ListPage } from '#shared/base/paging.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import { expect, type Portal } from '../portal/portal.ts'

/** Calls a procedure as the user signed in on the page. */
export async function read<Result>(page: Page, name: string, input: object): Promise<Result> {
  const answer = await page.request.get(`/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`)
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).result.data
}

export const write = (page: Page, portal: Portal, name: string, input: object) =>
  page.request.post(`/trpc/${name}`, {
    headers: { origin: portal.url, 'content-type': 'application/json' },
    data: input,
  })

export async function taskNamed(page: Page, title: string): Promise<TaskDto> {
  const { items } = await read<ListPage<TaskDto>>(page, 'tasks.list', { search: title })
  const [task] = items
  if (task === undefined) throw new Error(`There is no task “${title}”`)
  return task
}

export const cards = (page: Page) => page.getByRole('list', { name: 'Tasks', exact: true })
export const cardOf = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('button', { name: title, exact: true }) })
export const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
export const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

export async function choose(field: Locator, option: string) {
  await field.click()
  await field.page().getByRole('option', { name: option, exact: true }).click()
}

export async function expectTiles(page: Page, figures: [string, number][]) {
  for (const [label, figure] of figures) {
    await expect(page.getByRole('link', { name: `${label} ${figure}`, exact: true })).toBeVisible()
  }
}

/** Opens a task from its list as a full page. */
export async function openTask(page: Page, title: string): Promise<Locator> {
  await page.getByRole('button', { name: title, exact: true }).click()
  const document = page.getByRole('article', { name: title, exact: true })
  await expect(document.getByRole('complementary', { name: 'Properties' })).toBeVisible()
  return document
}
