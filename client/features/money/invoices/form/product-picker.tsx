import { Select } from '@mantine/core'
import { useTypedSearch } from '#client/components/fields/records/record-picker.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatPrice } from '#shared/base/amounts/money.ts'
import { CHOICES } from '#shared/base/paging.ts'
import type { ProductDto } from '#shared/identity/letterhead/products.ts'

interface ProductPickerProps {
  currency: string
  onPick: (product: ProductDto) => void
}

/** Searches the product catalog; hidden if it has no products in this currency. */
export function ProductPicker({ currency, onPick }: ProductPickerProps) {
  const { search, typed, onTyped } = useTypedSearch()
  const { data } = trpc.letterhead.products.useQuery(
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
      aria-label="From the catalog"
      placeholder="From the catalog"
      nothingFoundMessage="No products found"
      filter={({ options }) => options}
      data={found.map(({ id, name, rate }) => ({
        value: id,
        label: `${name} · ${formatPrice(rate, currency)}`,
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
