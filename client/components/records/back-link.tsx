import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

interface BackLinkProps {
  /** The list it leads to, for example "All projects". */
  label: string
  /** Closes the record in the URL's parameters. */
  search: (search: object) => object
  className?: string
}

/** From a record as a full page back to the list it was opened from. */
export function BackLink({ label, search, className }: BackLinkProps) {
  return (
    <Button
      className={className}
      variant="subtle"
      color="gray"
      size="xs"
      leftSection={<IconArrowLeft size={14} aria-hidden />}
      renderRoot={(props) => <Link to="." search={search} {...props} />}
    >
      {label}
    </Button>
  )
}
