import type { ReactNode } from 'react'
import { useViewing } from '#client/lib/session/session.ts'
import classes from './read-only.module.css'

/** Disables its controls while an agency is viewed as its owner. */
export function ReadOnly({ children }: { children: ReactNode }) {
  const viewing = useViewing()
  return (
    <fieldset className={classes.readOnly} disabled={viewing} title={viewing ? READ_ONLY : undefined}>
      {children}
    </fieldset>
  )
}

/** Explains why a control is disabled. */
export const READ_ONLY = 'Nothing can be changed while you’re viewing an agency. Exit the view first.'
