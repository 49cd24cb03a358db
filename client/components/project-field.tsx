import { trpc } from '#client/lib/trpc.ts'
import { CHOICES, RecordPicker, type RecordPickerProps, useTypedSearch } from './record-picker.tsx'

export function ProjectField(props: RecordPickerProps) {
  const { search, onTyped } = useTypedSearch()
  const { data } = trpc.projects.list.useQuery({ search, limit: CHOICES }, { placeholderData: (old) => old })
  return <RecordPicker clearable {...props} kind="project" found={data?.items ?? []} onTyped={onTyped} />
}
