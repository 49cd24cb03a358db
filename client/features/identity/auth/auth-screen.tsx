import { Loader } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { Brand } from '#client/components/marks/brand.tsx'
import { fetchAppInfo, useAppInfo } from '#client/lib/app-info.ts'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import type { AuthMode, ModeProps } from './auth-mode.ts'
import classes from './auth-screen.module.css'
import { authSearch } from './auth-search.ts'
import { LoginForm } from './forms/login-form.tsx'

const Particles = lazyComponent(() => import('./particles.tsx'), 'Particles')
const RegisterForm = lazyComponent(() => import('./forms/register-form.tsx'), 'RegisterForm')
const ForgotPasswordForm = lazyComponent(
  () => import('./forms/forgot-password-form.tsx'),
  'ForgotPasswordForm',
)
const ResetPasswordForm = lazyComponent(() => import('./forms/reset-password-form.tsx'), 'ResetPasswordForm')
const InvitationForm = lazyComponent(() => import('./forms/invitation-form.tsx'), 'InvitationForm')

/** If registration is by invitation only, the login form says so. */
function SignUp({ onMode }: ModeProps) {
  const { registration_open } = useAppInfo()
  return registration_open ? <RegisterForm onMode={onMode} /> : <LoginForm onMode={onMode} notice={null} />
}

/** Emailed links that require signing in show why. */
const noticeOf = (emailToken: string | null): string | null =>
  emailToken === null ? null : 'Sign in with your current email to confirm the new one.'

/** One card over a black particle background. Also replaces guarded screens, keeping the URL. */
export function AuthScreen() {
  const { invitation, token, email_token, ...search } = authSearch.read(useSearch({ strict: false }))
  const [mode, setMode] = useState<AuthMode>(search.mode)
  useEffect(() => setMode(search.mode), [search.mode])
  useEffect(() => {
    void fetchAppInfo().then((info) => {
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
              {mode === 'register' && <SignUp onMode={setMode} />}
              {mode === 'forgot-password' && <ForgotPasswordForm onMode={setMode} />}
              {mode === 'reset-password' && <ResetPasswordForm token={token} onMode={setMode} />}
            </>
          )}
        </Suspense>
      </div>
    </main>
  )
}
