import { Select } from '@mantine/core'
import { CHOICES, useTypedSearch } from '#client/components/record-picker.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { formatMoney } from '#shared/money.ts'
import type { ProductDto } from '#shared/products.ts'

interface ProductPickerProps {
  currency: string
  onPick: (product: ProductDto) => void
}

/** Finds what is sold again and again; nothing while the catalogue has nothing in this currency. */
export function ProductPicker({ currency, onPick }: ProductPickerProps) {
  const { search, typed, onTyped } = useTypedSearch()
  const { data } = trpc.billing.products.useQuery(
    { search, currency, limit: CHOICES },
    { placeholderData: (old) => old },
  )
  const found = data?.items ?? []
  if (found.length === 0 && typed === '') return null
  return (
    <Select
      size="xs"
      w={220}
      searchable
      aria-label="From the catalogue"
      placeholder="From the catalogue"
      nothingFoundMessage="No products found"
      filter={({ options }) => options}
      data={found.map(({ id, name, rate }) => ({
        value: id,
        label: `${name} · ${formatMoney(rate, currency)}`,
      }))}
      value={null}
      searchValue={typed}
      onSearchChange={onTyped}
      onChange={(id) => {
        const product = found.find((one) => one.id === id)
        if (product !== undefined) onPick(product)
        onTyped('')
      }}
    />
  )
}
