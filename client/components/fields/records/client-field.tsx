import { trpc } from '#client/lib/queries/trpc.ts'
import { CHOICES } from '#shared/base/paging.ts'
import { RecordPicker, type RecordPickerProps, useTypedSearch } from './record-picker.tsx'

export function ClientField(props: RecordPickerProps) {
  const { search, onTyped } = useTypedSearch()
  const { data } = trpc.clients.list.useQuery({ search, limit: CHOICES }, { placeholderData: (old) => old })
  const found = data?.items.map(({ id, name, company }) => ({ id, name, detail: company })) ?? []
  return <RecordPicker clearable {...props} kind="client" found={found} onTyped={onTyped} />
}
