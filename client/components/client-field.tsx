import { trpc } from '#client/lib/trpc.ts'
import { CHOICES, RecordPicker, type RecordPickerProps, useTypedSearch } from './record-picker.tsx'

export function ClientField(props: RecordPickerProps) {
  const { search, onTyped } = useTypedSearch()
  const { data } = trpc.clients.list.useQuery({ search, limit: CHOICES }, { placeholderData: (old) => old })
  return <RecordPicker clearable {...props} kind="client" found={data?.items ?? []} onTyped={onTyped} />
}
