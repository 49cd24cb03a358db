import { Button, type ButtonProps } from '@mantine/core'

interface ShowMoreProps extends Omit<ButtonProps, 'loading' | 'children'> {
  /** An infinite query; nothing is shown after its last page. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  label?: string
}

/** Loads a list's next page. */
export function ShowMore({ query, label = 'Show more', ...props }: ShowMoreProps) {
  if (!query.hasNextPage) return null
  return (
    <Button
      variant="default"
      {...props}
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {label}
    </Button>
  )
}
