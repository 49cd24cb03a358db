import { Button, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Brand } from '#client/components/marks/brand.tsx'
import { useAppInfo } from '#client/lib/app-info.ts'
import { api } from '#client/lib/calls/api.ts'
import { serverMessage, UNREACHABLE } from '#client/lib/calls/errors.ts'
import { toast, toastDestructive } from '#client/lib/toasts/toast.ts'
import classes from './landing-page.module.css'

/** Opened by the link in registration emails; only the button uses the link. */
export function ConfirmEmail({ token }: { token: string }) {
  const { app_name } = useAppInfo()
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  useEffect(() => {
    document.title = `Confirm your email – ${app_name}`
  }, [app_name])

  async function confirm() {
    setBusy(true)
    try {
      await api.auth.verifyEmail.mutate({ token })
      toast({ title: 'Email verified', message: 'You can now sign in.' })
    } catch (error) {
      const refusal = serverMessage(error)
      toastDestructive({ title: 'Email not verified', message: refusal ?? UNREACHABLE })
      if (refusal === null) return setBusy(false)
    }
    await navigate({ to: '/auth' })
  }

  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Brand />
      </header>
      <main className={classes.hero}>
        <Title order={1}>Confirm your email</Title>
        <Text c="dimmed" maw={560}>
          Do this only if you registered with {app_name} yourself. Your other devices are signed out, and
          two-factor sign-in, API tokens and calendar links that were set up before must be set up again.
        </Text>
        <Button size="md" className={classes.start} loading={busy} onClick={() => void confirm()}>
          Confirm email
        </Button>
      </main>
    </div>
  )
}
