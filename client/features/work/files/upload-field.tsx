import { FileInput } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { toastDestructive } from '#client/lib/toasts/toast.ts'
import { sendFile, sizeProblem } from './upload.ts'

interface UploadFieldProps<Saved> {
  label: string
  placeholder: string
  accept?: string
  /** Where the file is sent. */
  address: string
  /** The toast's title if the file can't be added. */
  notAdded: string
  onUploaded: (saved: Saved) => void
}

/** Uploads a file as soon as it is chosen. Its form can't be submitted until then. */
export function UploadField<Saved>({ address, notAdded, onUploaded, ...props }: UploadFieldProps<Saved>) {
  const [progress, setProgress] = useState<number | null>(null)

  async function upload(file: File | null) {
    if (file === null) return
    const problem = sizeProblem(file)
    if (problem !== null) return toastDestructive({ title: notAdded, message: problem })
    setProgress(0)
    try {
      onUploaded(await sendFile<Saved>(file, address, setProgress))
    } catch (error) {
      const message = error instanceof Error ? error.message : 'Couldn’t upload the file.'
      toastDestructive({ title: notAdded, message })
    } finally {
      setProgress(null)
    }
  }

  return (
    <>
      <FileInput
        {...props}
        placeholder={progress === null ? props.placeholder : `Uploading, ${progress}%`}
        disabled={progress !== null}
        leftSection={<IconPaperclip size={16} aria-hidden />}
        leftSectionPointerEvents="none"
        value={null}
        onChange={(file) => void upload(file)}
      />
      {progress !== null && <input hidden ref={refuse} />}
    </>
  )
}

/** The field itself is disabled, and disabled fields aren't validated. */
const refuse = (input: HTMLInputElement | null) =>
  input?.setCustomValidity('Wait until the file has been uploaded.')
