import { useEffect, useRef, useState } from 'react'
import { trpc } from '#client/lib/queries/trpc.ts'
import { randomId } from '#client/lib/random-id.ts'
import { toastDestructive } from '#client/lib/toasts/toast.ts'
import { sizeProblem, type UploadTarget, uploadFile } from './upload.ts'

export interface Upload {
  id: string
  name: string
  /** Percent sent. */
  progress: number
  /** The error message shown to the user. */
  error: string | null
}

/**
 * Uploads files one at a time, even after their list is closed; then a toast tells which failed. Completed uploads move
 * to the file list.
 */
export function useUploads(target: UploadTarget) {
  const utils = trpc.useUtils()
  const [uploads, setUploads] = useState<Upload[]>([])
  const files = useRef(new Map<string, { file: File; controller: AbortController }>())
  const queue = useRef(Promise.resolve())

  const isShown = useRef(true)

  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  const change = (id: string, changes: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)))

  function dismiss(id: string) {
    files.current.get(id)?.controller.abort()
    files.current.delete(id)
    setUploads((all) => all.filter((upload) => upload.id !== id))
  }

  async function send(id: string) {
    const entry = files.current.get(id)
    if (entry === undefined) return
    try {
      await uploadFile(entry.file, target, (progress) => change(id, { progress }), entry.controller.signal)
      await Promise.all([utils.files.invalidate(), utils.activity.invalidate()])
      dismiss(id)
    } catch (error) {
      if (entry.controller.signal.aborted) return
      const message = error instanceof Error ? error.message : 'Couldn’t upload the file.'
      change(id, { error: message })
      if (!isShown.current) toastDestructive({ title: `Couldn’t upload ${entry.file.name}`, message })
    }
  }

  function enqueue(id: string) {
    queue.current = queue.current.then(() => send(id))
  }

  function add(chosen: readonly File[]) {
    for (const file of chosen) {
      const id = randomId()
      const error = sizeProblem(file)
      setUploads((all) => [...all, { id, name: file.name, progress: 0, error }])
      files.current.set(id, { file, controller: new AbortController() })
      if (error === null) enqueue(id)
    }
  }

  function retry(id: string) {
    const entry = files.current.get(id)
    if (entry === undefined) return
    const error = sizeProblem(entry.file)
    change(id, { error, progress: 0 })
    if (error === null) enqueue(id)
  }

  return { uploads, add, retry, dismiss }
}
