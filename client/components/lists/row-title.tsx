import type { ReactNode } from 'react'
import { OpenLink, type Opens } from './open-link.tsx'
import classes from './row-title.module.css'

interface RowTitleProps {
  opens: Opens
  keepScroll?: boolean
  children: ReactNode
}

/** A record's name that covers the whole row and opens it. */
export const RowTitle = (props: RowTitleProps) => <OpenLink {...props} className={classes.open} />
