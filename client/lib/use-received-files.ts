import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { hasFiles } from './stray-files.ts'

/** Lets files be dropped on an element or pasted into it, as screenshots are; `over` is true while they are dragged. */
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
        const files = [...event.dataTransfer.files]
        if (files.length > 0) receive(files)
      },
      onPaste: (event: ClipboardEvent) => {
        const { files, types } = event.clipboardData
        // Office programs add a picture of the text they copy.
        if (files.length === 0 || types.includes('text/plain')) return
        event.preventDefault()
        receive([...files])
      },
    },
  }
}
