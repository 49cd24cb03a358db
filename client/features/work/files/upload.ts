import { ApiError } from '#client/lib/calls/api.ts'
import { UNREACHABLE } from '#client/lib/calls/errors.ts'
import { trpcClient } from '#client/lib/queries/trpc.ts'
import { resuming } from '#client/lib/session/resume-session.ts'
import type { ErrorDetails } from '#shared/base/errors.ts'
import { formatFixed, formatNumber } from '#shared/base/format.ts'
import { type FileDto, type FileKind, MAX_FILE_SIZE, UPLOAD_FIELD } from '#shared/work/files.ts'

const MEGABYTE = 1024 * 1024

export interface UploadTarget {
  project_id: string
  task_id?: string
  kind: FileKind
}

/** Why the server would reject the file's size, checked before uploading; null if it is accepted. */
export function sizeProblem(file: { size: number }): string | null {
  if (file.size === 0) return 'This file is empty.'
  return file.size > MAX_FILE_SIZE ? `Files can be at most ${MAX_FILE_SIZE / MEGABYTE} MB.` : null
}

/** Adds one file to a project. */
export const uploadFile = (
  file: File,
  target: UploadTarget,
  onProgress: (percent: number) => void,
  signal?: AbortSignal,
): Promise<FileDto> => sendFile(file, `/files?${new URLSearchParams({ ...target })}`, onProgress, signal)

/** Deletes a file that won't be sent. If that fails, the server deletes it later. */
export const discardUpload = (id: string): void =>
  void trpcClient.files.discard.mutate({ id }).catch(() => undefined)

let running = 0
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/**
 * Uploads one file and reports progress, 0 to 100. Rejects with a displayable Error. Until then, the browser asks
 * before leaving the page.
 */
export async function sendFile<Saved>(...sending: Parameters<typeof sendOnce>): Promise<Saved> {
  if (running++ === 0) window.addEventListener('beforeunload', warn)
  try {
    return await resuming(() => sendOnce<Saved>(...sending))
  } finally {
    if (--running === 0) window.removeEventListener('beforeunload', warn)
  }
}

/** Uses XMLHttpRequest because fetch doesn't report upload progress. */
function sendOnce<Saved>(
  file: File,
  address: string,
  onProgress: (percent: number) => void,
  signal?: AbortSignal,
): Promise<Saved> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'json'
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(Math.round((event.loaded / event.total) * 100))
    }
    request.onload = () => {
      if (request.status === 201) resolve(request.response as Saved)
      else reject(new ApiError(uploadProblem(request.status, request.response), request.response?.error))
    }
    request.onerror = () => void unsentProblem(file).then((problem) => reject(new Error(problem)))
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort())
    const body = new FormData()
    body.append(UPLOAD_FIELD, file)
    request.send(body)
  })
}

/** Why a file got no response: browsers also report a file that they can no longer read as a failed connection. */
export const unsentProblem = (file: Blob): Promise<string> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => UNREACHABLE,
      () => 'This file can’t be read: it was changed or moved after you chose it. Please choose it again.',
    )

/** A response without a message comes from a proxy in front of the portal, or answers an upload that was cut off. */
export const uploadProblem = (
  status: number,
  answer: { error?: ErrorDetails & { message?: string } } | null,
): string =>
  answer?.error?.message ?? WITHOUT_MESSAGE[status] ?? `Couldn’t upload the file (status ${status}).`

const DOWN = 'The portal isn’t responding. Please try again in a moment.'
const WITHOUT_MESSAGE: Record<number, string> = {
  408: 'The upload took too long or was interrupted. Please check your connection and try again.',
  413: 'The proxy in front of the portal refuses files of this size. Its administrator can allow 26 MB.',
  502: DOWN,
  503: DOWN,
  504: DOWN,
}

const GIGABYTE = 1024 * MEGABYTE

/** "812 B", "3.4 MB", "5 GB". */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < MEGABYTE) return `${Math.round(bytes / 1024)} KB`
  if (bytes < GIGABYTE) return `${formatFixed(bytes / MEGABYTE, 1)} MB`
  return `${formatNumber(Math.round((bytes / GIGABYTE) * 10) / 10)} GB`
}
