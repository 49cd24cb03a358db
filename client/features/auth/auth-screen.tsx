import { Loader, Paper } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Brand } from '#client/components/brand.tsx'
import { loadAppInfo, useAppInfo } from '#client/lib/app-info.ts'
import { preloadAppFrame } from '../shell/load-app-frame.ts'
import classes from './auth-screen.module.css'
import { LoginForm } from './login-form.tsx'
import { Particles } from './particles.tsx'

export type AuthMode = 'login' | 'register' | 'forgot-password' | 'reset-password'

export interface ModeProps {
  onMode: (mode: AuthMode) => void
}

const RegisterForm = lazy(() =>
  import('./register-form.tsx').then((module) => ({ default: module.RegisterForm })),
)
const ForgotPasswordForm = lazy(() =>
  import('./forgot-password-form.tsx').then((module) => ({ default: module.ForgotPasswordForm })),
)
const ResetPasswordForm = lazy(() =>
  import('./reset-password-form.tsx').then((module) => ({ default: module.ResetPasswordForm })),
)
const InvitationForm = lazy(() =>
  import('./invitation-form.tsx').then((module) => ({ default: module.InvitationForm })),
)

/** The address opens these two modes directly; anything else opens the login. */
const modeOf = (value: unknown): AuthMode =>
  value === 'reset-password' || value === 'forgot-password' ? value : 'login'

const textOf = (value: unknown): string | null => (value === undefined ? null : String(value))

/** A mailed link that needs its owner says so. */
const noticeOf = (search: Record<string, unknown>): string | null =>
  search.email_token === undefined ? null : 'Sign in with your current email to confirm the new one.'

/** Black, fifty slow particles, one card. Also stands in for a guarded screen, which keeps its address. */
export function AuthScreen() {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const [mode, setMode] = useState<AuthMode>(() => modeOf(search.mode))
  const invitation = textOf(search.invitation)
  useEffect(() => setMode(modeOf(search.mode)), [search.mode])
  useEffect(() => {
    preloadAppFrame()
    void loadAppInfo().then((info) => {
      document.title = info.app_name
    })
  }, [])
  return (
    <main className={classes.screen}>
      <Particles />
      <Paper className={classes.card} radius="md">
        <Suspense>
          <Logo />
        </Suspense>
        <Suspense fallback={<Loader size="sm" />}>
          {invitation !== null ? (
            <InvitationForm token={invitation} onMode={setMode} />
          ) : (
            <>
              {mode === 'login' && <LoginForm onMode={setMode} notice={noticeOf(search)} />}
              {mode === 'register' && <RegisterForm onMode={setMode} />}
              {mode === 'forgot-password' && <ForgotPasswordForm onMode={setMode} />}
              {mode === 'reset-password' && (
                <ResetPasswordForm token={textOf(search.token)} onMode={setMode} />
              )}
            </>
          )}
        </Suspense>
      </Paper>
    </main>
  )
}

/** A portal without a logo of its own greets with the heading alone. */
function Logo() {
  if (useAppInfo().logo === null) return null
  return (
    <div className={classes.logo}>
      <Brand />
    </div>
  )
}
