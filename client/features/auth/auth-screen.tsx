import { Loader } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Brand } from '#client/components/brand.tsx'
import { loadAppInfo } from '#client/lib/app-info.ts'
import type { AuthMode } from './auth-mode.ts'
import classes from './auth-screen.module.css'
import { authSearch } from './auth-search.ts'
import { LoginForm } from './login-form.tsx'

const Particles = lazy(() => import('./particles.tsx').then((module) => ({ default: module.Particles })))
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

/** Emailed links that require signing in show why. */
const noticeOf = (emailToken: string | null): string | null =>
  emailToken === null ? null : 'Sign in with your current email to confirm the new one.'

/** One card over a black particle background. Also replaces guarded screens, keeping the URL. */
export function AuthScreen() {
  const { invitation, token, email_token, ...search } = authSearch.read(useSearch({ strict: false }))
  const [mode, setMode] = useState<AuthMode>(search.mode)
  useEffect(() => setMode(search.mode), [search.mode])
  useEffect(() => {
    void loadAppInfo().then((info) => {
      document.title = info.app_name
    })
  }, [])
  return (
    <main className={classes.screen} data-auth-screen>
      <Suspense>
        <Particles />
      </Suspense>
      <div className={classes.card}>
        <div className={classes.logo}>
          <Suspense>
            <Brand />
          </Suspense>
        </div>
        <Suspense fallback={<Loader size="sm" />}>
          {invitation !== null ? (
            <InvitationForm token={invitation} onMode={setMode} />
          ) : (
            <>
              {mode === 'login' && <LoginForm onMode={setMode} notice={noticeOf(email_token)} />}
              {mode === 'register' && <RegisterForm onMode={setMode} />}
              {mode === 'forgot-password' && <ForgotPasswordForm onMode={setMode} />}
              {mode === 'reset-password' && <ResetPasswordForm token={token} onMode={setMode} />}
            </>
          )}
        </Suspense>
      </div>
    </main>
  )
}
