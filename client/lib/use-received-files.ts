import { type DragEvent, useState } from 'react'

/** Makes an element a drop target for files; `over` is true while files are dragged over it. */
export function useFileDrop(onDrop: (files: File[]) => void) {
  const [over, setOver] = useState(false)
  const track = (inside: boolean) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
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
        if (files.length > 0) onDrop(files)
      },
    },
  }
}
