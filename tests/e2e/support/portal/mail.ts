import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'playwright/test'

/** Waits for an email with such a link in the outbox folder, and returns the newest link. */
export async function findMailedLink(dataDir: string, pattern: RegExp): Promise<string> {
  let link = ''
  await expect
    .poll(() => {
      link = newestLink(join(dataDir, 'outbox'), pattern)
      return link
    })
    .not.toBe('')
  return link
}

function newestLink(folder: string, pattern: RegExp): string {
  try {
    // File names are random; only the modification time tells which is newest.
    const writtenAt = (mail: string) => statSync(mail).mtimeMs
    const mails = readdirSync(folder)
      .map((name) => join(folder, name))
      .sort((one, other) => writtenAt(other) - writtenAt(one))
    for (const mail of mails) {
      const text = readFileSync(mail, 'utf8')
        .replace(/=\r?\n/g, '')
        .replace(/=3D/g, '=')
      const found = pattern.exec(text)?.[0]
      if (found !== undefined) return found
    }
  } catch {
    // No email has been written yet.
  }
  return ''
}
