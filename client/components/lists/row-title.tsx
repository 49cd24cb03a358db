import type { ReactNode } from 'react'
import classes from './row-title.module.css'

interface RowTitleProps {
  onOpen: () => void
  children: ReactNode
}

/** A record's name as a button that covers the whole row. */
export const RowTitle = ({ onOpen, children }: RowTitleProps) => (
  <button type="button" className={classes.open} onClick={onOpen} data-open>
    {children}
  </button>
)
