import { Anchor, Button, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { api } from '#client/lib/calls/api.ts'
import { errorData } from '#client/lib/calls/errors.ts'
import { toast, toastDestructive } from '#client/lib/toasts/toast.ts'
import { AuthCard } from './auth-card.tsx'
import type { ModeProps } from './auth-mode.ts'
import { useWelcome } from './enter-portal.ts'
import { describeFailure } from './forms/use-auth-form.ts'

const PAUSE_SECONDS = 30

interface ConfirmEmailCardProps extends ModeProps {
  email: string
  password: string
  /** Back to the form where the address was entered. */
  onChange: () => void
}

/** Shown after registration until the emailed link is opened. */
export function ConfirmEmailCard({ email, password, onMode, onChange }: ConfirmEmailCardProps) {
  const [busy, setBusy] = useState(false)
  const [pause, rest] = usePause()
  const welcome = useWelcome()

  /**
   * Signing in sends a new link while the address is unconfirmed, and enters the portal once it is confirmed.
   */
  async function resend() {
    setBusy(true)
    try {
      const answer = await api.auth.signIn.mutate({ email, password })
      if (answer.two_factor_required) return onMode('login')
      await welcome(answer)
    } catch (error) {
      const { reason = '' } = errorData(error)
      if (!NEW_LINK.includes(reason)) return toastDestructive(describeFailure(error, 'Email'))
      toast({ title: 'Email Sent', message: `If ${email.trim()} needs confirming, we’ve sent another link.` })
      rest()
    } finally {
      setBusy(false)
    }
  }

  return (
    <AuthCard
      title="Check your email"
      subtitle={
        <>
          We’ve sent a link to <strong>{email.trim()}</strong>. Open it to confirm your account, then sign in.
        </>
      }
      footer={
        <Anchor component="button" type="button" onClick={() => onMode('login')}>
          Back to Login
        </Anchor>
      }
    >
      <Stack gap="xs">
        <Button fullWidth loading={busy} disabled={pause > 0} onClick={() => void resend()}>
          {pause > 0 ? `Resend in ${pause} s` : 'Resend email'}
        </Button>
        <Button fullWidth variant="default" onClick={onChange}>
          Change email
        </Button>
      </Stack>
    </AuthCard>
  )
}

/** If the address already had an account, only its owner is notified: the screen must not reveal it. */
const NEW_LINK = ['email_unverified', 'wrong_credentials']

/** Seconds until another email may be requested; the first one has just been sent. */
function usePause(): [number, () => void] {
  const [seconds, setSeconds] = useState(PAUSE_SECONDS)
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  return [seconds, () => setSeconds(PAUSE_SECONDS)]
}
