import { lazy, Suspense } from 'react'
import type { PasswordStrengthProps } from './password-meter.tsx'

// The common-password lists load when a new password is typed.
const PasswordMeter = lazy(() =>
  import('./password-meter.tsx').then((module) => ({ default: module.PasswordMeter })),
)

/** Below the field of a new password. */
export function PasswordStrength(props: PasswordStrengthProps) {
  if (props.password === '') return null
  return (
    <Suspense fallback={null}>
      <PasswordMeter {...props} />
    </Suspense>
  )
}
