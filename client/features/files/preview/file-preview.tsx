import { lazy, Suspense } from 'react'
import { useOnceOpened } from '#client/components/use-once-opened.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { fileSearch } from './file-search.ts'

const PreviewDialog = lazy(() =>
  import('./preview-dialog.tsx').then((module) => ({ default: module.PreviewDialog })),
)

/** The preview of the file that the address names, beside the list it is one of. */
export function FilePreview({ files }: { files: readonly { id: string }[] }) {
  const [{ file }, setState] = useSearchState(fileSearch)
  const opened = useOnceOpened(file !== null)
  if (!opened) return null
  return (
    <Suspense>
      <PreviewDialog
        id={file}
        files={files}
        onShow={(id) => setState({ file: id }, 'replace', 'keep')}
        onClose={() => setState({ file: null }, 'replace', 'keep')}
      />
    </Suspense>
  )
}
