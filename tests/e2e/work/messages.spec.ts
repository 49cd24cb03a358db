import type { Locator, Page } from 'playwright/test'
import { DEMO_PASSWORD, expect, test } from '../support/portal/portal.ts'
import { callAs } from '../support/portal/rpc.ts'

const projects = (page: Page) => page.getByRole('region', { name: 'Projects' })
const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' })
const input = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const log = (page: Page) => page.getByRole('log', { name: 'Messages' })

async function openConversation(page: Page, name: string) {
  await page.goto('/messages')
  await projects(page).getByRole('button', { name }).click()
  await expect(conversation(page).getByRole('link', { name })).toBeVisible()
}

async function say(page: Page, text: string) {
  await input(page).fill(text)
  await page.keyboard.press('Enter')
  await expect(log(page).getByText(text, { exact: true })).toBeVisible()
}

test('the owner finds a project, writes, edits and deletes a message', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/messages')
  await expect(page.getByRole('heading', { name: 'Select a project' })).toBeVisible()
  const website = projects(page).getByRole('button', { name: /Harbor Website Redesign/ })
  await expect(website).toContainText('Web Development · In Progress')
  await projects(page).getByLabel('Search projects').fill('lumen')
  await expect(website).toHaveCount(0)
  await projects(page).getByRole('button', { name: 'Lumen Mobile App' }).click()
  await expect(page.getByRole('heading', { name: 'No messages yet. Start the conversation!' })).toBeVisible()
  expect((await conversation(page).boundingBox())?.height).toBe(600)

  await expect(send(page)).toBeDisabled()
  await input(page).fill('   ')
  await expect(send(page)).toBeDisabled()
  await input(page).fill('First line')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('https://example.test/plan.')
  await expect(page.getByText('Message Sent', { exact: true })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Message Sent', { exact: true })).toBeVisible()
  await expect(page.getByText('Your message has been delivered successfully!')).toBeVisible()
  await expect(input(page)).toHaveValue('')
  await expect(log(page).getByText('You', { exact: true })).toBeVisible()
  await expect(log(page).getByRole('time').or(log(page).locator('time')).first()).toHaveText(/^\d{2}:\d{2}$/)
  await expect(log(page).getByRole('link')).toHaveAttribute('href', 'https://example.test/plan')
  await expect(log(page).getByText(/First line/)).toHaveCount(1)

  await log(page).getByRole('button', { name: 'Actions for your message' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Edit message').fill('Better words')
  await page.keyboard.press('Enter')
  await expect(log(page).getByText('Better words')).toBeVisible()
  await expect(log(page).getByText('edited', { exact: true })).toBeVisible()

  await input(page).fill('Not sent yet')
  await projects(page).getByLabel('Search projects').fill('')
  await website.click()
  await expect(input(page)).toHaveValue('')
  await projects(page)
    .getByRole('button', { name: /Lumen Mobile App/ })
    .click()
  await expect(input(page)).toHaveValue('Not sent yet')

  await log(page).getByRole('button', { name: 'Actions for your message' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete message' }).click()
  await expect(log(page).getByText('This message was deleted')).toBeVisible()
})

test('people are mentioned, and the client downloads attached files', async ({ signIn }) => {
  const owner = await signIn('owner')
  await openConversation(owner, 'Harbor Website Redesign')
  await input(owner).pressSequentially('Look @jor')
  await expect(owner.getByRole('option', { name: /Jordan Blake/ })).toBeVisible()
  await owner.keyboard.press('Enter')
  await expect(input(owner)).toHaveValue('Look @Jordan Blake ')
  await owner.locator('input[type=file]').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Some notes'),
  })
  await expect(owner.getByRole('button', { name: 'Remove notes.txt' })).toBeVisible()
  await owner.keyboard.press('Enter')
  await expect(log(owner).getByRole('link', { name: 'Download notes.txt' })).toBeVisible()

  const client = await signIn('client')
  await client.goto('/dashboard')
  await client.getByRole('button', { name: 'Notifications' }).click()
  await client.getByRole('link', { name: /Alex Morgan mentioned you in Harbor Website Redesign/ }).click()
  await expect(client).toHaveURL(/\/messages\?.*message=/)
  await expect(log(client).locator('strong', { hasText: '@Jordan Blake' })).toBeVisible()
  await expect(log(client).getByText('Alex Morgan').first()).toBeVisible()
  const download = client.waitForEvent('download')
  await log(client).getByRole('link', { name: 'Download notes.txt' }).click()
  expect((await download).suggestedFilename()).toBe('notes.txt')
  await log(client).getByRole('button', { name: 'notes.txt', exact: true }).click()
  const preview = client.getByRole('dialog', { name: 'notes.txt' })
  await expect(preview.getByRole('region', { name: 'Text of notes.txt' })).toHaveText('Some notes')
})

test('a screenshot is pasted into a message, and a file beside it opens nothing', async ({ signIn }) => {
  const page = await signIn('owner')
  await openConversation(page, 'Harbor Website Redesign')
  await input(page).fill('As you see')
  const give = (kind: 'paste' | 'drop', target: Locator) =>
    target.evaluate((element, type) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array([137, 80, 78, 71])], `${type}.png`, { type: 'image/png' }))
      const options = { bubbles: true, cancelable: true }
      const event =
        type === 'paste'
          ? new ClipboardEvent(type, { ...options, clipboardData: data })
          : new DragEvent(type, { ...options, dataTransfer: data })
      return element.dispatchEvent(event)
    }, kind)
  expect(await give('paste', input(page))).toBe(false)
  await expect(page.getByRole('button', { name: 'Remove paste.png' })).toBeVisible()
  expect(await give('drop', page.getByRole('banner'))).toBe(false)
  expect(await give('drop', input(page))).toBe(false)
  await expect(page.getByRole('button', { name: 'Remove drop.png' })).toBeVisible()
  await expect(input(page)).toHaveValue('As you see')
  await input(page).press('Enter')
  await expect(log(page).getByRole('link', { name: 'Download paste.png' })).toBeVisible()
})

test('older messages load on scroll without moving the content', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/messages')
  const { items } = await callAs<{ items: { id: string; name: string }[] }>(
    page,
    'messages.projects',
    'query',
  )
  const project = items.find((item) => item.name === 'Lumen Mobile App')
  for (let number = 1; number <= 70; number++) {
    await callAs(page, 'messages.send', 'mutation', { project_id: project?.id, content: `Message ${number}` })
  }
  await openConversation(page, 'Lumen Mobile App')
  await expect(log(page).getByText('Message 70', { exact: true })).toBeInViewport()
  await expect(log(page).getByText('Message 1', { exact: true })).toHaveCount(0)
  const scrollUp = () => log(page).evaluate((element) => element.scrollTo({ top: -element.scrollHeight }))
  const loaded = log(page).getByText(/^Message \d+$/)
  await expect.poll(() => scrollUp().then(() => loaded.count())).toBe(70)
  await scrollUp()
  await expect(log(page).getByText('Message 1', { exact: true })).toBeInViewport()
})

test('a new agency has no conversations', async ({ page, portal }) => {
  await page.goto('/auth')
  const answer = await page.request.post('/trpc/auth.signUp', {
    headers: { origin: portal.url, 'content-type': 'application/json' },
    data: {
      name: 'Nora New',
      email: 'nora@new.test',
      password: DEMO_PASSWORD,
      role: 'agency_admin',
      agency_name: 'New Agency',
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  await page.goto('/messages')
  await expect(page.getByRole('heading', { name: 'No projects available' })).toBeVisible()
})

test('a phone shows the projects, then the conversation', async ({ signIn }) => {
  const page = await signIn('client', { width: 390, height: 844 })
  await page.goto('/messages')
  await projects(page)
    .getByRole('button', { name: /Harbor Spring Campaign/ })
    .click()
  await expect(projects(page)).toHaveCount(0)
  await input(page).fill('From the road')
  // On touch devices it starts a new line.
  await page.keyboard.press('Enter')
  await expect(input(page)).toHaveValue('From the road\n')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(log(page).getByText('From the road', { exact: true })).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Back to projects' }).click()
  await expect(projects(page).getByRole('button', { name: /You|Jordan Blake: From the road/ })).toBeVisible()
})

test.describe('while offline', () => {
  test.use({ expectedProblems: [/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|Failed to fetch/] })

  test('messages are stored and sent once in order when back online', async ({ signIn }) => {
    const client = await signIn('client')
    await openConversation(client, 'Harbor Spring Campaign')
    await client.context().setOffline(true)
    await expect(client.getByText(/You are offline/)).toBeVisible()
    await say(client, 'Written on a train')
    await say(client, 'In a tunnel')
    await expect(log(client).getByText('Waiting for connection')).toHaveCount(2)
    await expect(input(client)).toHaveValue('')

    const owner = await signIn('owner')
    await openConversation(owner, 'Harbor Spring Campaign')
    await say(owner, 'Are you there?')
    await client.context().setOffline(false)
    await expect(log(client).getByText('Waiting for connection')).toHaveCount(0)
    await expect(client.getByText(/You are offline/)).toHaveCount(0)
    for (const page of [client, owner]) {
      await expect(log(page).getByText('Are you there?', { exact: true })).toHaveCount(1)
      await expect(log(page).getByText('Written on a train', { exact: true })).toHaveCount(1)
      await expect(log(page).getByText('In a tunnel', { exact: true })).toHaveCount(1)
      await expect(log(page)).toHaveText(/Written on a train[\s\S]*In a tunnel/)
    }
  })
})

test('a message that is too long is preserved in full and sent once it fits', async ({ signIn }) => {
  const page = await signIn('owner')
  await openConversation(page, 'Lumen Mobile App')
  const pasted = 'word '.repeat(2_400).trim()
  await input(page).fill(pasted)
  await expect(page.getByText('Use at most 10,000 characters. This is 1,999 too many.')).toBeVisible()
  await expect(input(page)).toHaveValue(pasted)
  await expect(send(page)).toBeDisabled()
  await page.keyboard.press('Enter')
  await expect(log(page).getByText('word')).toHaveCount(0)
  await say(page, pasted.slice(0, 9_999))
})
