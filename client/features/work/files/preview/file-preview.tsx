import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { fileSearch } from './file-search.ts'

const PreviewDialog = lazyLayer(() => import('./preview-dialog.tsx'), 'PreviewDialog')

/** The preview of the file named in the URL, beside the list it belongs to. */
export function FilePreview({ files }: { files: readonly { id: string }[] }) {
  const [{ file }, setState] = useSearchState(fileSearch)
  return (
    <PreviewDialog
      id={file}
      files={files}
      onShow={(id) => setState({ file: id }, 'replace', 'keep')}
      onClose={() => setState({ file: null }, 'replace', 'keep')}
    />
  )
}
