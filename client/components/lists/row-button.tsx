import type { ReactNode } from 'react'
import classes from './row-button.module.css'

interface RowButtonProps {
  onClick: () => void
  children: ReactNode
}

/** A row that is a button and opens its record. */
export const RowButton = ({ onClick, children }: RowButtonProps) => (
  <button type="button" className={classes.row} onClick={onClick}>
    {children}
  </button>
)
