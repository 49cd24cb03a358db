import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright/test'
import sharp from 'sharp'
import { type FileDto, type FileKind, fileAddress } from '#shared/work/files.ts'
import { expect, test } from '../support/portal/portal.ts'
import { callAs } from '../support/portal/rpc.ts'
import { checkScreen, expectNoViolations } from '../support/screens/screen-check.ts'

const CAMPAIGN = 'Harbor Spring Campaign'

async function openProject(page: Page, name: string) {
  await page.goto('/projects')
  await page.getByRole('button', { name, exact: true }).click()
}

async function projectId(page: Page, name: string): Promise<string> {
  const { items } = await callAs<{ items: { id: string; name: string }[] }>(page, 'projects.list', 'query')
  return items.find((project) => project.name === name)?.id ?? ''
}

interface Sent {
  name: string
  content: Buffer
  kind?: FileKind
}

async function send(page: Page, project: string, { name, content, kind = 'deliverable' }: Sent) {
  const answer = await page.request.post(`/files?${new URLSearchParams({ project_id: project, kind })}`, {
    headers: { origin: new URL(page.url()).origin },
    multipart: { file: { name, mimeType: 'application/octet-stream', buffer: content } },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as FileDto
}

const picture = () =>
  sharp({ create: { width: 1800, height: 900, channels: 3, background: '#0f766e' } })
    .png()
    .toBuffer()

const preview = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

const isDrawn = (image: Locator) =>
  expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1800)

test.describe('files', () => {
  test.use({ expectedProblems: [/400 \(Bad Request\)/] })
  test('are stored unchanged, reject disguised executables and can be deleted', async ({ signIn }) => {
    const page = await signIn('owner')
    await openProject(page, 'Harbor Website Redesign')
    const panel = page.getByRole('article', { name: 'Harbor Website Redesign' })
    await panel.getByRole('tab', { name: 'Files' }).click()
    await expect(panel.getByRole('heading', { name: 'No files yet' })).toBeVisible()
    await expect(panel.getByRole('link', { name: 'Download Files' })).toHaveCount(0)

    const upload = panel.locator('input[type=file]')
    const bytes = randomBytes(5 * 1024 * 1024)
    await upload.setInputFiles({ name: 'design.bin', mimeType: 'application/octet-stream', buffer: bytes })
    await expect(panel.getByText('design.bin', { exact: true })).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('link', { name: 'Download design.bin' }).click(),
    ])
    const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex')
    expect(digest(readFileSync(await download.path()))).toBe(digest(bytes))
    await expect(panel.getByRole('link', { name: 'Download Files' })).toBeVisible()

    const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])
    await upload.setInputFiles({ name: 'holiday.pdf', mimeType: 'application/pdf', buffer: program })
    await expect(panel.getByRole('alert')).toContainText('Executable files cannot be uploaded.')
    await panel.getByRole('button', { name: 'Dismiss holiday.pdf' }).click()
    await expect(panel.getByText('holiday.pdf')).toHaveCount(0)

    await page.getByRole('button', { name: 'Actions for design.bin' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete file' }).click()
    await expect(panel.getByRole('heading', { name: 'No files yet' })).toBeVisible()
    await panel.getByRole('tab', { name: 'Overview' }).click()
    await expect(panel.getByText('File “design.bin” deleted')).toBeVisible()
  })
})

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/

test.describe('deliverable review', () => {
  test.use({ expectedProblems: [/404 \(Not Found\)/] })

  test('lets the client open and approve a deliverable from the dashboard; the owner sees it immediately', async ({
    signIn,
  }) => {
    const [owner, client] = [await signIn('owner'), await signIn('client')]
    await owner.goto('/projects')
    const project = await projectId(owner, CAMPAIGN)
    await send(owner, project, { name: 'Poster.png', content: await picture() })
    await owner.goto(`/projects?project=${project}`)
    const line = owner.getByRole('link', { name: '2 files await Jordan Blake’s approval' })
    await line.click()
    await expect(owner.getByRole('switch', { name: 'Awaiting approval' })).toBeChecked()
    const rows = owner.getByRole('list', { name: 'Deliverables' }).getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('Awaiting approval')
    await expect(owner.getByRole('button', { name: /^Approve / })).toHaveCount(0)

    await client.goto('/dashboard')
    await client.getByRole('link', { name: `“Poster.png” in ${CAMPAIGN} is ready for your review` }).click()
    await isDrawn(preview(client, 'Poster.png').getByRole('img', { name: 'Poster.png' }))
    await expect(client).toHaveURL(/\/projects\?project=.*file=/)
    await expect(preview(client, 'Poster.png')).toContainText('Alex Morgan')
    await expectNoViolations(client, '[role=dialog]')
    await preview(client, 'Poster.png').getByRole('button', { name: 'Show at full size' }).click()
    await preview(client, 'Poster.png').getByRole('button', { name: 'Fit to window' }).click()

    await client.keyboard.press('ArrowRight')
    const copy = preview(client, 'Landing page copy.md')
    await expect(copy.getByRole('region')).toContainText('The season starts at the quay')
    await expect(copy.getByText('2 of 2')).toBeVisible()
    await client.keyboard.press('ArrowLeft')
    // The server's own error for a missing file.
    await client.route('**/trpc/files.review*', (route) =>
      route.continue({ postData: route.request().postData()?.replace(UUID, randomUUID()) ?? '' }),
    )
    await client.getByRole('dialog').getByRole('button', { name: 'Approve Poster.png' }).click()
    await expect(client.getByText('This file doesn’t exist, or you don’t have access to it.')).toBeVisible()
    await expect(client.getByRole('dialog').getByRole('button', { name: 'Approve Poster.png' })).toBeVisible()
    await client.unroute('**/trpc/files.review*')
    await client.getByRole('dialog').getByRole('button', { name: 'Approve Poster.png' }).click()
    await expect(preview(client, 'Poster.png').getByText('Approved', { exact: true })).toBeVisible()
    await expect(rows).toHaveCount(1)
    await owner.getByRole('switch', { name: 'Awaiting approval' }).click()
    await expect(rows.filter({ hasText: 'Poster.png' })).toContainText('Approved')

    await client.keyboard.press('ArrowRight')
    await copy.getByRole('button', { name: 'Request changes' }).click()
    const ask = client.getByRole('dialog', { name: 'Request changes' })
    await ask.getByLabel('What should change?').fill('Shorter')
    await ask.getByRole('button', { name: 'Request changes' }).click()
    await expect(copy.getByText('Jordan Blake: Shorter')).toBeVisible()
    await client.keyboard.press('Escape')
    await expect(client.getByRole('dialog')).toHaveCount(0)
    await expect(rows.filter({ hasText: 'Landing page copy.md' })).toContainText('Shorter')
    await expect(owner.getByText('No files awaiting approval')).toHaveCount(0)
  })
})

test.describe("a file that isn't a picture", () => {
  test.use({ expectedProblems: [/404 \(Not Found\)/] })

  test('is shown as text or not at all, and never executed', async ({ signIn }) => {
    const page = await signIn('owner')
    await page.goto('/projects')
    const project = await projectId(page, 'Lumen Mobile App')
    const script = '<script>window.ran = true; document.title = "ran"</script>'
    const files = [
      { name: 'page.html', content: Buffer.from(`<!doctype html>${script}`) },
      {
        name: 'drawing.svg',
        content: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
      },
      { name: 'long.txt', content: Buffer.alloc(10 * 1024 * 1024, 'All work and no play.\n') },
      { name: 'bytes.txt', content: Buffer.from([0, 1, 2, 3, 0]) },
      { name: 'a\u202etxt.png.txt', content: Buffer.from('שלום') },
      { name: 'plan.pdf', content: Buffer.from('%PDF-1.4\n%%EOF\n') },
    ]
    const sent: FileDto[] = []
    for (const file of files) sent.push(await send(page, project, file))
    const open = async (index: number) => {
      await page.goto(`/projects?project=${project}&file=${sent[index]?.id}`)
      return preview(page, sent[index]?.name ?? '')
    }

    await expect((await open(0)).getByRole('region')).toHaveText(`<!doctype html>${script}`)
    await expect((await open(1)).getByRole('heading', { name: 'No preview' })).toBeVisible()
    const long = await open(2)
    await expect(
      long.getByText('The first 256 KB of 10.0 MB. Download the file to read all of it.'),
    ).toBeVisible()
    expect((await long.getByRole('region').textContent())?.length).toBe(256 * 1024)
    await expect((await open(3)).getByRole('heading', { name: 'No preview' })).toBeVisible()
    expect(sent[4]?.name).toBe('atxt.png.txt')
    await expect((await open(4)).getByRole('region')).toHaveText('שלום')
    const pdf = (await open(5)).getByRole('link', { name: 'Open in a new tab' })
    await expect(pdf).toHaveAttribute('href', /^blob:/)
    await expect(pdf).toHaveAttribute('rel', 'noopener')
    await expect(page.locator('iframe, embed, object')).toHaveCount(0)
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)

    const disguised = await send(page, project, { name: 'page.png', content: Buffer.from(script) })
    const served = await page.request.get(fileAddress(disguised.id))
    expect(served.headers()['content-type']).toBe('application/octet-stream')
    expect(served.headers()['content-disposition']).toMatch(/^attachment/)
    expect(served.headers()['x-content-type-options']).toBe('nosniff')

    const other = await signIn('owner')
    await other.goto('/projects')
    await callAs(other, 'files.delete', 'mutation', { id: sent[5]?.id })
    const gone = page.getByRole('dialog', { name: 'File', exact: true })
    await expect(gone.getByRole('heading', { name: 'This file no longer exists' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    const client = await signIn('client')
    await client.goto(`/projects?file=${sent[0]?.id}&project=${await projectId(client, CAMPAIGN)}`)
    await expect(client.getByRole('heading', { name: 'This file no longer exists' })).toBeVisible()
  })
})

test('the preview fits a phone in both schemes', async ({ signIn }) => {
  for (const dark of [false, true]) {
    const page = await signIn('client', { width: 390, height: 560, dark })
    await openProject(page, 'Harbor Brand Refresh')
    await page.getByRole('tab', { name: 'Files' }).click()
    const row = page.getByRole('button', { name: 'Brand guide.md', exact: true })
    await expect(row).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, 120))
    const scrolled = () => page.evaluate(() => window.scrollY)
    const before = await scrolled()
    expect(before).toBeGreaterThan(0)
    await row.click()
    await expect(preview(page, 'Brand guide.md').getByRole('region')).toContainText('Signal red')
    await checkScreen(page)
    await page.keyboard.press('Escape')
    await expect(row).toBeFocused()
    expect(await scrolled()).toBe(before)
  }
})
