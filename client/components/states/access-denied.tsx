import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { EmptyState } from './empty-state.tsx'

/** Shown instead of a screen that the user's role can't access. */
export function AccessDenied() {
  useDocumentTitle('Access Denied')
  return (
    <EmptyState
      whole
      drawing="lock"
      title="Access Denied"
      message="Your account doesn’t have access to this page."
      action={<Button renderRoot={(props) => <Link to="/dashboard" {...props} />}>Go to overview</Button>}
    />
  )
}
