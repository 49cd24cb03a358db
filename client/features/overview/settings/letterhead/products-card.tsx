import { Button, Group, Menu, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { ShowMore } from '#client/components/lists/show-more.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, performed } from '#client/lib/toasts/toast.ts'
import { formatPrice } from '#shared/base/amounts/money.ts'
import type { ProductDto } from '#shared/identity/letterhead/products.ts'
import type { LetterheadProfileDto } from '#shared/identity/letterhead/profile.ts'
import classes from '../section/settings.module.css'
import { ProductDialog } from './product-dialog.tsx'

/** The product catalog. */
export function ProductsCard({ profile }: { profile: LetterheadProfileDto }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const [archived, setArchived] = useState(false)
  const query = trpc.letterhead.products.useInfiniteQuery(
    { search, archived },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  )
  const products = query.data?.pages.flatMap(({ items }) => items)
  const [editing, setEditing] = useState<ProductDto | 'new' | null>(null)
  return (
    <SettingsCard title="Products" description="Products and services you can add to invoices as lines.">
      <Group gap="xs">
        <TextInput
          aria-label="Search products"
          placeholder="Search products"
          flex={1}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button variant="subtle" onClick={() => setArchived(!archived)}>
          {archived ? 'Show current' : 'Show archived'}
        </Button>
      </Group>
      {products === undefined && (
        <QueryState query={query} loading={<Skeletons layout="rows" height={44} />} />
      )}
      {products?.length === 0 && (
        <Text size="sm" c="dimmed">
          {search !== '' ? 'No products found.' : archived ? 'No archived products.' : 'No products yet.'}
        </Text>
      )}
      {products !== undefined && products.length > 0 && (
        <ul className={classes.rows} aria-label="Products">
          {products.map((product) => (
            <ProductRow key={product.id} product={product} onEdit={() => setEditing(product)} />
          ))}
        </ul>
      )}
      <Group gap="xs">
        <Button variant="default" onClick={() => setEditing('new')}>
          Add product
        </Button>
        <ShowMore query={query} variant="subtle" />
      </Group>
      {editing !== null && (
        <ProductDialog
          product={editing === 'new' ? null : editing}
          profile={profile}
          onClose={() => setEditing(null)}
        />
      )}
    </SettingsCard>
  )
}

function ProductRow({ product, onEdit }: { product: ProductDto; onEdit: () => void }) {
  const { id, name, unit, rate, currency, tax_rate_name, archived_at } = product
  const archived = archived_at !== null
  const archive = trpc.letterhead.setProductArchived.useMutation({
    onError: errorToast('Failed to change the product'),
    onSuccess: (_product, input) =>
      performed(
        input.archived ? 'Product archived' : 'Product restored',
        () => void archive.mutate({ id, archived: !input.archived }),
      ),
  })
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        {tax_rate_name !== null && (
          <Text size="xs" c="dimmed">
            {tax_rate_name}
          </Text>
        )}
      </div>
      <Text size="sm" className={classes.amount}>
        {formatPrice(rate, currency)}
        {unit !== null && ` / ${unit}`}
      </Text>
      <ActionMenu label={name}>
        <Menu.Item onClick={onEdit}>Edit</Menu.Item>
        <Menu.Item onClick={() => archive.mutate({ id, archived: !archived })}>
          {archived ? 'Restore' : 'Archive'}
        </Menu.Item>
      </ActionMenu>
    </li>
  )
}
