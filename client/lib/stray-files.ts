export const hasFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }): boolean =>
  dataTransfer?.types.includes('Files') ?? false

/** Without this, browsers navigate to a file dropped outside a drop zone, and unsaved input is lost. */
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
