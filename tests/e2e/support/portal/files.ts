import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright/test'
import yauzl from 'yauzl'

/** The bytes of the file that a click downloads. */
export async function download(
  page: Page,
  click: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), click()])
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

/** Every file of a zip archive as text. */
export async function readZip(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await yauzl.fromBufferPromise(bytes)
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  }
  return files
}
