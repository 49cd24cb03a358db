import { Suspense } from 'react'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import type { PasswordStrengthProps } from './password-meter.tsx'

// The common-password lists load when the user starts typing a password.
const PasswordMeter = lazyComponent(() => import('./password-meter.tsx'), 'PasswordMeter')

/** Shown below a new-password field. */
export function PasswordStrength(props: PasswordStrengthProps) {
  if (props.password === '') return null
  return (
    <Suspense fallback={null}>
      <PasswordMeter {...props} />
    </Suspense>
  )
}
