export const hasFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }): boolean =>
  dataTransfer?.types.includes('Files') ?? false

/** Browsers leave the page for a file dropped outside the places for files, and with it what was typed. */
export function refuseStrayFiles(): () => void {
  const refuse = (event: DragEvent) => {
    if (!hasFiles(event) || event.defaultPrevented) return
    event.preventDefault()
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none'
  }
  const undo = new AbortController()
  window.addEventListener('dragover', refuse, undo)
  window.addEventListener('drop', refuse, undo)
  return () => undo.abort()
}
