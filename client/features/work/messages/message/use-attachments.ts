import { useEffect, useEffectEvent, useState } from 'react'
import { errorData } from '#client/lib/calls/errors.ts'
import { trpcClient } from '#client/lib/queries/trpc.ts'
import { readStored, writeStored } from '#client/lib/session/local-store.ts'
import { useUser } from '#client/lib/session/session.ts'
import { createStore, type Store, useStore } from '#client/lib/store.ts'
import { toastDestructive } from '#client/lib/toasts/toast.ts'
import { formatCount } from '#shared/base/format.ts'
import { tooManyFiles } from '#shared/work/files.ts'
import { MAX_MESSAGE_FILES, type MessageAttachment } from '#shared/work/messages.ts'
import { MAX_COMMENT_FILES } from '#shared/work/tasks.ts'
import { discardUpload, sizeProblem, uploadFile } from '../../files/upload.ts'

/** The upload target: a project's conversation, or a comment on one of its tasks, by the team or by a client. */
type Target =
  | { project_id: string; kind: 'message' }
  | { project_id: string; kind: 'attachment' | 'message'; task_id: string }

/** What is attached to a message or comment that isn't sent yet, including files still being uploaded. */
interface Attached {
  files: MessageAttachment[]
  uploading: number
}

/** Lists with uploads in progress, by key: their screen may be left and opened again before the uploads end. */
const busy = new Map<string, Store<Attached>>()

/**
 * Files of the message or comment being composed, uploaded as soon as they are selected. Like its text, they survive
 * leaving the screen.
 */
export function useAttachments(target: Target) {
  const where = 'task_id' in target ? `task:${target.task_id}` : target.project_id
  const key = `draft-files:${useUser().user_id}:${where}`
  const [place] = useState(
    () => busy.get(key) ?? createStore<Attached>({ files: parse(readStored(key)), uploading: 0 }),
  )
  const { files, uploading } = useStore(place)

  function change(next: MessageAttachment[]) {
    place.write({ ...place.read(), files: next })
    writeStored(key, next.length === 0 ? '' : JSON.stringify(next))
  }

  const drop = (id: string) => change(place.read().files.filter((file) => file.id !== id))

  // The server deletes uploads that are never sent.
  const dropMissing = useEffectEvent(async (isOpen: () => boolean) => {
    for (const { id } of place.read().files) {
      if ((await isMissing(id)) && isOpen()) drop(id)
    }
  })
  useEffect(() => {
    let open = true
    void dropMissing(() => open)
    return () => {
      open = false
    }
  }, [])

  async function addOne(file: File) {
    const problem = sizeProblem(file)
    if (problem !== null) throw new Error(problem)
    const { id, name, content_type, size } = await uploadFile(file, target, () => {})
    change([...place.read().files, { id, name, content_type, size }])
  }

  function count(more: number) {
    const uploading = place.read().uploading + more
    place.write({ ...place.read(), uploading })
    if (uploading > 0) busy.set(key, place)
    else busy.delete(key)
  }

  /** As many of the chosen files as can be sent together. */
  function fitting(chosen: readonly File[]): readonly File[] {
    const limit = 'task_id' in target ? MAX_COMMENT_FILES : MAX_MESSAGE_FILES
    const { files, uploading } = place.read()
    const room = Math.max(0, limit - files.length - uploading)
    const surplus = chosen.length - room
    if (surplus > 0) {
      const title = `Couldn’t attach ${formatCount(surplus, 'file')}`
      toastDestructive({ title, message: tooManyFiles(limit) })
    }
    return chosen.slice(0, room)
  }

  async function add(chosen: readonly File[]) {
    const accepted = fitting(chosen)
    count(accepted.length)
    for (const file of accepted) {
      try {
        await addOne(file)
      } catch (error) {
        const message = error instanceof Error ? error.message : 'Couldn’t upload the file.'
        toastDestructive({ title: `Couldn’t attach “${file.name}”`, message })
      } finally {
        count(-1)
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
