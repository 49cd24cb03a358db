import type { ReactNode } from 'react'
import { OpenLink, type Opens } from './open-link.tsx'
import classes from './row-button.module.css'

/** A row that opens its record. */
export const RowButton = (props: { opens: Opens; children: ReactNode }) => (
  <OpenLink {...props} className={classes.row} />
)
