import { trpc } from '#client/lib/queries/trpc.ts'
import { projectChoices } from '#shared/work/screens/projects.ts'
import { RecordPicker, type RecordPickerProps, useTypedSearch } from './record-picker.tsx'

export function ProjectField(props: RecordPickerProps) {
  const { search, onTyped } = useTypedSearch()
  const { data } = trpc.projects.list.useQuery(projectChoices(search), { placeholderData: (old) => old })
  return <RecordPicker clearable {...props} kind="project" found={data?.items ?? []} onTyped={onTyped} />
}
