import { Button, Group, Menu, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { ActionMenu } from '#client/components/action-menu.tsx'
import { Skeletons } from '#client/components/data-list.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { errorToast, performed } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { TaxRateDto } from '#shared/billing.ts'
import { formatMoney } from '#shared/money.ts'
import type { ProductDto } from '#shared/products.ts'
import classes from '../section/settings.module.css'
import { SettingsCard } from '../section/settings-card.tsx'
import { ProductDialog } from './product-dialog.tsx'

/** What is sold again and again. */
export function ProductsCard({ rates }: { rates: TaxRateDto[] }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const [archived, setArchived] = useState(false)
  const query = trpc.billing.products.useInfiniteQuery(
    { search, archived },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  )
  const products = query.data?.pages.flatMap(({ items }) => items)
  const [editing, setEditing] = useState<ProductDto | 'new' | null>(null)
  return (
    <SettingsCard
      title="Products"
      description="What you sell again and again, ready as a line of an invoice."
    >
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
        <Unanswered query={query} loading={<Skeletons layout="rows" height={44} />} />
      )}
      {products?.length === 0 && (
        <Text size="sm" c="dimmed">
          {search !== '' ? 'No product matches.' : archived ? 'Nothing is archived.' : 'No products yet.'}
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
        {query.hasNextPage && (
          <Button variant="subtle" onClick={() => query.fetchNextPage()}>
            Show more
          </Button>
        )}
      </Group>
      {editing !== null && (
        <ProductDialog
          product={editing === 'new' ? null : editing}
          rates={rates}
          onClose={() => setEditing(null)}
        />
      )}
    </SettingsCard>
  )
}

function ProductRow({ product, onEdit }: { product: ProductDto; onEdit: () => void }) {
  const { id, name, unit, rate, currency, tax_rate_name, archived_at } = product
  const archived = archived_at !== null
  const archive = trpc.billing.setProductArchived.useMutation({
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
        {formatMoney(rate, currency)}
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
