import { Alert, Button, Text } from '@mantine/core'
import { useUser } from '#client/lib/session/session.ts'
import { resendVerification } from '#client/lib/toasts/toast.ts'

/**
 * Explains that users must confirm their email address before they can email others, and offers to resend the
 * link.
 */
export function ConfirmEmailNotice() {
  const { email } = useUser()
  return (
    <Alert color="yellow" p="sm" title="Confirm your email address first">
      <Text size="sm">
        To email others, open the confirmation link we sent to {email}. What you enter here is kept.
      </Text>
      <Button size="compact-sm" variant="default" mt={8} onClick={() => void resendVerification()}>
        Send a new link
      </Button>
    </Alert>
  )
}
