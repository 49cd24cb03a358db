import { api } from '../calls/api.ts'
import { showError, toast } from '../toasts/toast.ts'

/** Emails the user a new link to confirm their address and shows a toast. */
export async function resendVerification(): Promise<void> {
  try {
    const { sent } = await api.auth.resendVerification.mutate()
    if (sent)
      toast({ title: 'Confirmation link sent', message: 'Open the link in the email, then try again.' })
    else toast({ title: 'Your email address is already confirmed' })
  } catch (error) {
    showError(error, 'Failed to send the confirmation link')
  }
}
