import { expect, type Page } from 'playwright/test'

/** Calls the server as the user signed in on this page, bypassing the screens. */
export async function callAs<Answer>(
  page: Page,
  path: string,
  type: 'query' | 'mutation',
  input: Record<string, unknown> = {},
): Promise<Answer> {
  const { request } = page.context()
  const response =
    type === 'query'
      ? await request.get(`/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`)
      : await request.post(`/trpc/${path}`, {
          headers: { origin: new URL(page.url()).origin, 'content-type': 'application/json' },
          data: input,
        })
  expect(response.status(), await response.text()).toBe(200)
  const { result } = (await response.json()) as { result: { data: Answer } }
  return result.data
}
