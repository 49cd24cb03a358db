import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorData } from '#client/lib/calls/errors.ts'
import { trpcClient } from '#client/lib/calls/trpc.ts'
import { readStored, writeStored } from '#client/lib/session/local-store.ts'
import { useUser } from '#client/lib/session/session.ts'
import { toastDestructive } from '#client/lib/toasts/toast.ts'
import type { MessageAttachment } from '#shared/work/messages.ts'
import { discardUpload, sizeProblem, uploadFile } from '../../files/upload.ts'

/** The upload target: a project's conversation, or one of its tasks, where only the team sees files. */
type Target =
  | { project_id: string; kind: 'message' }
  | { project_id: string; kind: 'attachment'; task_id: string }

/**
 * Files of the message or comment being composed, uploaded as soon as they are selected. Like its text, they survive
 * leaving the screen.
 */
export function useAttachments(target: Target) {
  const place = target.kind === 'message' ? target.project_id : `task:${target.task_id}`
  const key = `draft-files:${useUser().user_id}:${place}`
  const [files, setFiles] = useState(() => parse(readStored(key)))
  const latest = useRef(files)
  const [uploading, setUploading] = useState(0)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])

  function change(next: MessageAttachment[]) {
    latest.current = next
    setFiles(next)
    writeStored(key, next.length === 0 ? '' : JSON.stringify(next))
  }

  const drop = (id: string) => change(latest.current.filter((file) => file.id !== id))

  // The server deletes uploads that are never sent.
  const dropMissing = useEffectEvent(async () => {
    for (const { id } of latest.current) {
      if ((await isMissing(id)) && !leaving.current.signal.aborted) drop(id)
    }
  })
  useEffect(() => void dropMissing(), [])

  async function addOne(file: File, signal: AbortSignal) {
    const problem = sizeProblem(file)
    if (problem !== null) throw new Error(problem)
    const { id, name, content_type, size } = await uploadFile(file, target, () => {}, signal)
    change([...latest.current, { id, name, content_type, size }])
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
      drop(id)
      discardUpload(id)
    },
    clear: () => change([]),
  }
}

const isMissing = (id: string): Promise<boolean> =>
  trpcClient.files.get.query({ id }).then(
    () => false,
    (error) => errorData(error).code === 'NOT_FOUND',
  )

function parse(stored: string): MessageAttachment[] {
  if (stored === '') return []
  try {
    return JSON.parse(stored)
  } catch {
    return []
  }
}
