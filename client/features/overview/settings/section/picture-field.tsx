import { Button, FileButton, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { unsentProblem, uploadProblem } from '#client/features/work/files/upload.ts'
import { ApiError } from '#client/lib/calls/api.ts'
import { UNREACHABLE } from '#client/lib/calls/errors.ts'
import { resuming } from '#client/lib/session/resume-session.ts'
import { refreshSession } from '#client/lib/session/session-state.ts'
import { toast, toastDestructive } from '#client/lib/toasts/toast.ts'
import type { ErrorDetails } from '#shared/base/errors.ts'
import { MAX_PICTURE_SIZE, type PictureKind, pictureUploadPath } from '#shared/base/pictures.ts'

interface PictureFieldProps {
  kind: PictureKind
  /** "avatar" or "logo", used in the button labels. */
  noun: string
  /** The current picture. */
  picture: string | null
  children: ReactNode
}

/** A picture with change and remove buttons; it is saved as soon as it is selected. */
export function PictureField({ kind, noun, picture, children }: PictureFieldProps) {
  const [busy, setBusy] = useState(false)
  const queryClient = useQueryClient()

  async function send(file: File | null) {
    if (file !== null && file.size > MAX_PICTURE_SIZE) {
      return toastDestructive({ title: 'Picture not added', message: 'The picture must be 5 MB or smaller.' })
    }
    setBusy(true)
    try {
      await resuming(() => sendPicture(kind, file))
      toast({ title: file === null ? `The ${noun} has been removed` : `The ${noun} has been updated` })
      await Promise.all([refreshSession(), queryClient.invalidateQueries()])
    } catch (error) {
      const message = error instanceof Error ? error.message : UNREACHABLE
      toastDestructive({ title: 'Picture not added', message })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Group gap="md">
      {children}
      <div>
        <Group gap="xs">
          <FileButton
            accept="image/png,image/jpeg,image/webp,image/gif"
            onChange={(file) => file !== null && void send(file)}
            inputProps={{ 'aria-label': `Change ${noun}` }}
          >
            {(props) => (
              <Button {...props} variant="default" loading={busy}>
                Change {noun}
              </Button>
            )}
          </FileButton>
          {picture !== null && (
            <Button variant="subtle" color="gray" disabled={busy} onClick={() => void send(null)}>
              Remove {noun}
            </Button>
          )}
        </Group>
        <Text size="xs" c="dimmed" mt={4}>
          PNG, JPEG, WebP or GIF, up to 5 MB
        </Text>
      </div>
    </Group>
  )
}

async function sendPicture(kind: PictureKind, file: File | null): Promise<void> {
  const response = await fetch(pictureUploadPath(kind), {
    method: file === null ? 'DELETE' : 'POST',
    body: file,
    headers: { 'content-type': file?.type || 'application/octet-stream' },
  }).catch(async () => {
    throw new Error(file === null ? UNREACHABLE : await unsentProblem(file))
  })
  if (response.ok) return
  const answer: { error?: ErrorDetails & { message?: string } } | null = await response
    .json()
    .catch(() => null)
  throw new ApiError(uploadProblem(response.status, answer), answer?.error)
}
