import { useEffect, useRef, useState } from 'react'
import { toastDestructive } from '#client/lib/toasts/toast.ts'
import type { MessageAttachment } from '#shared/work/messages.ts'
import { discardUpload, sizeProblem, uploadFile } from '../../files/upload.ts'

/** The upload target: a project's conversation, or one of its tasks, where only the team sees files. */
type Target =
  | { project_id: string; kind: 'message' }
  | { project_id: string; kind: 'attachment'; task_id: string }

/** Files of the message or comment being composed, uploaded as soon as they are selected. */
export function useAttachments(target: Target) {
  const [files, setFiles] = useState<MessageAttachment[]>([])
  const [uploading, setUploading] = useState(0)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])

  async function addOne(file: File, signal: AbortSignal) {
    const problem = sizeProblem(file)
    if (problem !== null) throw new Error(problem)
    const { id, name, content_type, size } = await uploadFile(file, target, () => {}, signal)
    setFiles((current) => [...current, { id, name, content_type, size }])
  }

  async function add(chosen: readonly File[]) {
    const { signal } = leaving.current
    setUploading((count) => count + chosen.length)
    for (const file of chosen) {
      try {
        await addOne(file, signal)
      } catch (error) {
        if (signal.aborted) return
        const message = error instanceof Error ? error.message : "Couldn't upload the file."
        toastDestructive({ title: `Couldn’t attach “${file.name}”`, message })
      } finally {
        setUploading((count) => count - 1)
      }
    }
  }

  return {
    files,
    uploading: uploading > 0,
    add,
    remove: (id: string) => {
      setFiles((current) => current.filter((file) => file.id !== id))
      discardUpload(id)
    },
    clear: () => setFiles([]),
  }
}
