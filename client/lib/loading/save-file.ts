import type { MouseEvent } from 'react'
import type { ErrorDetails } from '#shared/base/errors.ts'
import { UNREACHABLE } from '../calls/errors.ts'
import { toastDestructive } from '../toasts/toast.ts'
import { downloadBytes } from './download.ts'

/**
 * Downloads a stored file with fetch, so that a message can be shown if the storage no longer has a complete
 * copy.
 */
export const savingFile = (address: string, name: string) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  save(address, name).catch((error: Error) => {
    toastDestructive({ title: 'Download failed', message: error.message })
  })
}

async function save(address: string, name: string): Promise<void> {
  const answer = await fetch(address).catch(() => {
    throw new Error(UNREACHABLE)
  })
  if (!answer.ok) throw new Error(await messageOf(answer))
  const bytes = await answer.blob().catch(() => {
    throw new Error('The download was interrupted. Please try again.')
  })
  downloadBytes(name, bytes)
}

async function messageOf(answer: Response): Promise<string> {
  const body = (await answer.json().catch(() => null)) as {
    error?: ErrorDetails & { message?: string }
  } | null
  return body?.error?.message ?? 'Couldn’t download the file.'
}
