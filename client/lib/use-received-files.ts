import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { hasFiles } from './stray-files.ts'
import { toastDestructive } from './toasts/toast.ts'

/**
 * Accepts files dropped on an element or pasted into it, such as screenshots; `over` is true while they are dragged.
 */
export function useReceivedFiles(receive: (files: File[]) => void) {
  const [over, setOver] = useState(false)
  const track = (inside: boolean) => (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(inside)
  }
  return {
    over,
    target: {
      'data-over': over || undefined,
      onDragOver: track(true),
      onDragLeave: track(false),
      onDrop: (event: DragEvent) => {
        track(false)(event)
        const files = withoutFolders(event.dataTransfer)
        if (files.length > 0) receive(files)
      },
      onPaste: (event: ClipboardEvent) => {
        const { files: pasted, types } = event.clipboardData
        // Office programs add a picture of the formatted text they copy, macOS the name of a copied file.
        const isText =
          types.includes('text/plain') && (types.includes('text/html') || types.includes('text/rtf'))
        if (pasted.length === 0 || isText) return
        event.preventDefault()
        const files = withoutFolders(event.clipboardData)
        if (files.length > 0) receive(files)
      },
    },
  }
}

/** The files; folders, which can't be read, are named to the person. */
function withoutFolders({ files, items }: DataTransfer): File[] {
  const isFolder = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry()?.isDirectory === true)
  const folders = [...files].filter((_, index) => isFolder[index])
  if (folders.length > 0) {
    toastDestructive({
      title: `Couldn’t add ${folders.map(({ name }) => `“${name}”`).join(', ')}`,
      message: 'Folders can’t be uploaded. Drop the files in it, or a ZIP file.',
    })
  }
  return [...files].filter((_, index) => !isFolder[index])
}
